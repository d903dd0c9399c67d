//! A bot's side of the protocol without a network: messages in, calls of the bot and messages out.

use std::collections::HashMap;
use std::mem;
use std::time::{Duration, Instant};

use crate::fair::{match_seed, FairDeal};
use crate::thinking::{Job, Thinking};
use crate::v1::{
    Commitments, Decision, Feature, Goodbye, Hello, MatchEnd, MatchStart, Notice, NoticeKind, PlayRequest,
    PlayResponse, Pong, Ready, Reveal, Turn, Welcome,
};
use crate::Profile;

/// How long an answer may wait for those that are still being decided.
const LINGER: Duration = Duration::from_millis(1);

/// A match that is being played.
struct Running {
    fair: FairDeal,
    prepared: bool, // the bot has returned from match_started
}

/// Plays a bot's matches.  It lives through as many sessions as the bot needs.
pub(crate) struct Player {
    pub leaving: bool,
    pub superseded: bool,
    /// When the server is going away and says so.
    pub come_back_after: Duration,
    profile: Profile,
    matches: HashMap<String, Running>,
    thinking: Thinking,
    out: PlayRequest,
    since: Option<Instant>, // when the first thing was put into `out`
}

impl Player {
    pub fn new(profile: Profile) -> Self {
        Player {
            leaving: false,
            superseded: false,
            come_back_after: Duration::ZERO,
            profile,
            matches: HashMap::new(),
            thinking: Thinking::default(),
            out: PlayRequest::default(),
            since: None,
        }
    }

    /// Begin a session: its first message.  Turns of a former session are forgotten; the server sends them again.
    pub fn hello(&mut self) -> PlayRequest {
        self.thinking.forget_waiting();
        self.come_back_after = Duration::ZERO;
        self.out = PlayRequest::default();
        self.since = None;
        let profile = self.profile.clone();
        let hello = Hello {
            bot_version: profile.version,
            games: profile.games,
            seats: profile.seats,
            max_matches: profile.max_matches,
            share: profile.share,
            features: [Feature::Ready, Feature::Entropy, Feature::Ping].map(i32::from).to_vec(),
        };
        PlayRequest { hello: Some(hello), goodbye: self.leaving.then_some(Goodbye {}), ..Default::default() }
    }

    /// Take one message; what it asks of the bot waits for `next_job`.
    pub fn take(&mut self, response: PlayResponse, now: Instant) {
        response.welcome.into_iter().for_each(|welcome| self.welcome(welcome));
        response.starts.into_iter().for_each(|start| self.start(start, now));
        response.notices.into_iter().for_each(|notice| self.notice(notice));
        response.commitments.into_iter().for_each(|shown| self.reveal(shown, now));
        response.turns.into_iter().for_each(|turn| self.thinking.ask(turn, now));
        response.ends.into_iter().for_each(|end| self.end(end));
        if let Some(ping) = response.ping {
            self.out(now).pong = Some(Pong { nonce: ping.nonce });
        }
        if let Some(hint) = response.going_away.and_then(|going| going.come_back_after) {
            self.come_back_after = hint.try_into().unwrap_or_default();
        }
    }

    /// The next call of the bot, if there is one.
    pub fn next_job(&mut self) -> Option<Job> {
        self.thinking.next()
    }

    /// Whether calls of the bot wait.
    pub fn has_jobs(&self) -> bool {
        self.thinking.is_waiting()
    }

    /// The bot has returned from match_started.
    pub fn prepared(&mut self, match_id: &str, now: Instant) {
        if let Some(running) = self.matches.get_mut(match_id) {
            running.prepared = true;
            self.ready(match_id, now);
        }
    }

    /// The bot has returned from decide, with a move or without.  Returns whether the sender has to look: the first
    /// answer of a message starts its wait, and the last one ends it.
    pub fn decided(&mut self, turn: &Turn, chosen: Option<String>, now: Instant) -> bool {
        let first = self.since.is_none();
        let wanted = self.thinking.thought(turn.turn_id);
        if let Some(chosen) = chosen.filter(|_| wanted) {
            self.out(now).decisions.push(Decision { turn_id: turn.turn_id, r#move: chosen });
        }
        self.since.is_some() && (first || self.thinking.is_idle())
    }

    /// Everything that is to be sent now: all that is ready, when nothing more is being decided or it has waited
    /// enough.
    pub fn collect(&mut self, now: Instant) -> Option<PlayRequest> {
        if self.send_at()? > now && !self.thinking.is_idle() {
            return None;
        }
        self.since = None;
        Some(mem::take(&mut self.out))
    }

    /// When `collect` will have something, at the latest.
    pub fn send_at(&self) -> Option<Instant> {
        self.since.map(|since| since + LINGER)
    }

    /// Ask for no new matches; the running ones are played to their end.  Returns how many there are.
    pub fn goodbye(&mut self, now: Instant) -> usize {
        self.leaving = true;
        self.out(now).goodbye = Some(Goodbye {});
        self.matches.len()
    }

    /// Whether the bot leaves and no match holds it.
    pub fn is_done(&self) -> bool {
        self.leaving && self.matches.is_empty()
    }

    fn out(&mut self, now: Instant) -> &mut PlayRequest {
        self.since.get_or_insert(now);
        &mut self.out
    }

    fn welcome(&mut self, welcome: Welcome) {
        log::info!("connected as {}", welcome.bot);
        let gone: Vec<String> =
            self.matches.keys().filter(|match_id| !welcome.live_matches.contains(match_id)).cloned().collect();
        for match_id in gone {
            self.forget(&match_id);
        }
    }

    fn start(&mut self, start: MatchStart, now: Instant) {
        match self.matches.get(&start.match_id) {
            None => {
                let fair = FairDeal::new(start.seat as usize, start.server_commitment.clone(), rand::random());
                self.matches.insert(start.match_id.clone(), Running { fair, prepared: false });
                self.thinking.tell(Job::Started(start));
            }
            Some(running) if running.prepared => self.ready(&start.match_id, now), // sent again after a reconnection
            Some(_) => {}
        }
    }

    fn ready(&mut self, match_id: &str, now: Instant) {
        let entropy_commitment = self.matches[match_id].fair.commitment().to_vec();
        self.out(now).ready.push(Ready { match_id: match_id.into(), entropy_commitment });
    }

    fn notice(&mut self, notice: Notice) {
        self.thinking.drop_turn(notice.turn_id); // whatever it says of a turn, that turn waits no longer
        self.superseded |= notice.kind() == NoticeKind::Superseded;
        self.thinking.tell(Job::Told(notice));
    }

    fn reveal(&mut self, shown: Commitments, now: Instant) {
        if let Some(running) = self.matches.get_mut(&shown.match_id) {
            let entropy = running.fair.reveal(shown.entropy_commitments);
            self.out(now).reveals.push(Reveal { match_id: shown.match_id, entropy });
        }
    }

    fn end(&mut self, end: MatchEnd) {
        if let Some(running) = self.forget(&end.match_id) {
            report(&running.fair, &end);
        }
        self.thinking.tell(Job::Ended(end));
    }

    fn forget(&mut self, match_id: &str) -> Option<Running> {
        self.thinking.drop_match(match_id);
        self.matches.remove(match_id)
    }
}

/// Say how a match ended, and what of its deals was not as promised.
fn report(fair: &FairDeal, end: &MatchEnd) {
    if let Some(side) = end.sides.get(fair.seat % end.sides.len().max(1)) {
        let points: Vec<String> = end.sides.iter().map(|side| side.points.to_string()).collect();
        let (place, sides, points) = (side.place + 1, end.sides.len(), points.join(" : "));
        log::info!("match {} ended: place {place} of {sides}, game points {points}", end.match_id);
    }
    if !end.server_seed.is_empty() {
        let seed = match_seed(&end.server_seed, &end.entropies);
        log::debug!("match {} was dealt from {}", end.match_id, hex(&seed));
        for problem in fair.broken_promises(&end.server_seed, &end.entropies) {
            log::warn!("match {} was not dealt fairly: {problem}", end.match_id);
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
#[path = "player_tests.rs"]
mod tests;
