//! What a bot is: what it says of itself, and how it decides.

use std::error::Error;
use std::time::Duration;

use crate::v1::{MatchEnd, MatchStart, Notice, Turn};

/// A move, or why there is none.
pub type Decided = Result<String, Box<dyn Error + Send + Sync>>;

/// A bot.  Write `decide`; everything else may stay as it is.
///
/// One object plays all matches of a session, in several threads, so what it remembers belongs behind a lock and under
/// `turn.match_id`.
pub trait Bot: Send + Sync + 'static {
    /// One of `turn.legal_moves`.
    ///
    /// An error, or a panic, is printed, and the turn is left to its clock: no move is played in the bot's place.
    fn decide(&self, turn: &Turn) -> Decided;

    /// What the server is told of the bot.
    fn profile(&self) -> Profile {
        Profile::default()
    }

    /// Called once for each match, in its start-up time: the match is Ready when this returns.
    fn match_started(&self, _start: &MatchStart) {}

    /// Called when a match has its result.
    fn match_ended(&self, _end: &MatchEnd) {}

    /// Called when the server has something to say, such as that a move was illegal.
    fn notice(&self, _notice: &Notice) {}
}

/// What a bot says of itself.
#[derive(Clone, Debug)]
pub struct Profile {
    /// The author's own name for this version, at most 32 characters.
    pub version: String,
    /// Such as "cribbage"; empty means all.
    pub games: Vec<String>,
    /// The numbers of seats that it plays with; empty means all.
    pub seats: Vec<u32>,
    /// How many matches it plays at once.
    pub max_matches: u32,
    /// True where several sessions of the bot share its matches.
    pub share: bool,
    /// How many turns it thinks about at once.
    pub threads: usize,
}

impl Default for Profile {
    fn default() -> Self {
        Profile { version: "1".into(), games: Vec::new(), seats: Vec::new(), max_matches: 8, share: false, threads: 4 }
    }
}

impl Turn {
    /// How long until the turn is lost, from when it was sent: the move time and the whole bank.
    pub fn time_left(&self) -> Duration {
        let clock = self.clock.clone().unwrap_or_default();
        Duration::from_micros(clock.move_left_us.saturating_add(clock.bank_left_us))
    }
}
