//! What a bot has been asked and told: what waits, the turn that is due first in front, and what is thought about.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::time::Instant;

use crate::v1::{MatchEnd, MatchStart, Notice, Turn};

/// One call of the bot.
#[derive(Debug)]
pub(crate) enum Job {
    Started(MatchStart),
    Ended(MatchEnd),
    Told(Notice),
    Asked(Turn),
}

#[derive(Default)]
pub(crate) struct Thinking {
    news: VecDeque<Job>,
    due: BinaryHeap<Reverse<(Instant, u64)>>, // deadlines and turn ids, some of them dropped since
    waiting: HashMap<u64, Turn>,
    thinking: HashMap<u64, String>, // match ids of the turns that are thought about
}

impl Thinking {
    /// Something to tell the bot, before any turn.
    pub fn tell(&mut self, news: Job) {
        self.news.push_back(news);
    }

    /// Put a turn in the queue.  One that is thought about already is not begun again.
    pub fn ask(&mut self, turn: Turn, now: Instant) {
        if !self.thinking.contains_key(&turn.turn_id) {
            self.due.push(Reverse((now + turn.time_left(), turn.turn_id)));
            self.waiting.insert(turn.turn_id, turn);
        }
    }

    /// The next call of the bot: its news in their order, then the turn that is due first.
    pub fn next(&mut self) -> Option<Job> {
        if let Some(news) = self.news.pop_front() {
            return Some(news);
        }
        while let Some(Reverse((_, turn_id))) = self.due.pop() {
            if let Some(turn) = self.waiting.remove(&turn_id) {
                self.thinking.insert(turn_id, turn.match_id.clone());
                return Some(Job::Asked(turn));
            }
        }
        None
    }

    /// A turn has been thought about.  Returns whether its answer is still wanted.
    pub fn thought(&mut self, turn_id: u64) -> bool {
        self.thinking.remove(&turn_id).is_some()
    }

    /// Stop caring about a turn.
    pub fn drop_turn(&mut self, turn_id: u64) {
        self.waiting.remove(&turn_id);
        self.thinking.remove(&turn_id);
    }

    /// Stop caring about the turns of a match.
    pub fn drop_match(&mut self, match_id: &str) {
        self.waiting.retain(|_, turn| turn.match_id != match_id);
        self.thinking.retain(|_, thought| thought != match_id);
    }

    /// Forget the turns that wait; what is thought about goes on.
    pub fn forget_waiting(&mut self) {
        self.waiting.clear();
        self.due.clear();
    }

    /// Whether something waits for a thread.
    pub fn is_waiting(&self) -> bool {
        !self.news.is_empty() || !self.waiting.is_empty()
    }

    /// Whether no turn waits or is thought about.
    pub fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.thinking.is_empty()
    }
}
