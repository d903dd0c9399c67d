//! The bot and its player between the network and the threads that think.

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Instant;

use tokio::sync::Notify;

use crate::player::Player;
use crate::thinking::Job;
use crate::v1::{PlayResponse, Turn};
use crate::Bot;

pub(crate) struct Table<B> {
    bot: B,
    desk: Mutex<Desk>,
    work: Condvar,
    /// Something may be ready to be sent, or the bot is to leave.
    pub news: Notify,
    /// The bot is to leave.
    pub leaving: Notify,
}

struct Desk {
    player: Player,
    closed: bool,
}

impl<B: Bot> Table<B> {
    /// Seats the bot; its threads think until `close`.
    pub fn new(bot: B) -> Arc<Self> {
        let profile = bot.profile();
        let threads = profile.threads.max(1);
        let desk = Mutex::new(Desk { player: Player::new(profile), closed: false });
        let table = Table { bot, desk, work: Condvar::new(), news: Notify::new(), leaving: Notify::new() };
        let table = Arc::new(table);
        for _ in 0..threads {
            let table = Arc::clone(&table);
            thread::spawn(move || table.think());
        }
        table
    }

    /// Look at the player, or change it.
    pub fn with<T>(&self, change: impl FnOnce(&mut Player) -> T) -> T {
        change(&mut self.desk().player)
    }

    /// Take one message of the server.
    pub fn take(&self, response: PlayResponse) {
        self.with(|player| player.take(response, Instant::now()));
        self.work.notify_one();
    }

    /// Say goodbye: finish the running matches, get no new ones.  Returns how many are running.
    pub fn leave(&self) -> usize {
        let running = self.with(|player| player.goodbye(Instant::now()));
        self.news.notify_one();
        self.leaving.notify_one();
        running
    }

    /// Let the threads end.
    pub fn close(&self) {
        self.desk().closed = true;
        self.work.notify_all();
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().expect("nothing panics while it holds the desk")
    }

    fn think(&self) {
        while let Some(job) = self.next_job() {
            match job {
                Job::Started(start) => {
                    self.tell(|| self.bot.match_started(&start));
                    self.with(|player| player.prepared(&start.match_id, Instant::now()));
                    self.news.notify_one();
                }
                Job::Ended(end) => self.tell(|| self.bot.match_ended(&end)),
                Job::Told(notice) => self.tell(|| self.bot.notice(&notice)),
                Job::Asked(turn) => self.decide(&turn),
            }
        }
    }

    /// Waits for a job.  None when the table is closed.
    fn next_job(&self) -> Option<Job> {
        let mut desk = self.desk();
        while !desk.closed {
            if let Some(job) = desk.player.next_job() {
                if desk.player.has_jobs() {
                    self.work.notify_one(); // each thread that finds work wakes the next
                }
                return Some(job);
            }
            desk = self.work.wait(desk).expect("nothing panics while it holds the desk");
        }
        None
    }

    fn decide(&self, turn: &Turn) {
        let decided = catch_unwind(AssertUnwindSafe(|| self.bot.decide(turn)));
        let chosen = match decided {
            Ok(Ok(chosen)) => Some(chosen),
            Ok(Err(error)) => {
                log::error!("decide failed ({error}); the clock of {turn:?} runs on");
                None
            }
            Err(_) => {
                log::error!("decide panicked; the clock of {turn:?} runs on"); // the panic has printed itself
                None
            }
        };
        if self.with(|player| player.decided(turn, chosen, Instant::now())) {
            self.news.notify_one();
        }
    }

    /// Call a hook of the bot; what goes wrong in it has printed itself, and ends nothing.
    fn tell(&self, hook: impl FnOnce()) {
        if catch_unwind(AssertUnwindSafe(hook)).is_err() {
            log::error!("a hook of the bot panicked");
        }
    }
}
