//! How long to wait before dialling again: exponential, with full jitter.

use std::time::Duration;

/// Pauses between attempts: each is drawn from 0 to a ceiling, which doubles from `first` to `most`.
///
/// Full jitter keeps bots that lost one server from all coming back in the same instant.
#[derive(Clone, Debug)]
pub struct Backoff {
    first: Duration,
    most: Duration,
    ceiling: Duration,
}

/// A session that lasted so long starts the pauses again from the first.
const STABLE: Duration = Duration::from_secs(5);

impl Backoff {
    /// The first and the greatest ceiling.
    pub fn new(first: Duration, most: Duration) -> Self {
        Backoff { first, most, ceiling: first }
    }

    /// How long to wait before the next attempt.
    pub fn pause(&mut self) -> Duration {
        self.drawn(rand::random())
    }

    /// Tell how long a session lasted.
    pub fn lasted(&mut self, session: Duration) {
        if session >= STABLE {
            self.ceiling = self.first;
        }
    }

    fn drawn(&mut self, share: f64) -> Duration {
        let ceiling = self.ceiling;
        self.ceiling = self.most.min(2 * ceiling);
        ceiling.mul_f64(share)
    }
}

impl Default for Backoff {
    fn default() -> Self {
        Backoff::new(Duration::from_millis(200), Duration::from_secs(20))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secs(pauses: &mut Backoff, shares: &[f64]) -> Vec<f64> {
        shares.iter().map(|&share| pauses.drawn(share).as_secs_f64()).collect()
    }

    #[test]
    fn the_ceiling_doubles_to_the_most_and_a_stable_session_resets_it() {
        let mut pauses = Backoff::new(Duration::from_secs(1), Duration::from_secs(5));
        assert_eq!(secs(&mut pauses, &[1.0, 1.0, 0.5, 1.0, 1.0]), [1.0, 2.0, 2.0, 5.0, 5.0]);
        pauses.lasted(Duration::from_secs(4));
        assert_eq!(secs(&mut pauses, &[1.0]), [5.0]);
        pauses.lasted(Duration::from_secs(5));
        assert_eq!(secs(&mut pauses, &[1.0, 0.0]), [1.0, 0.0]);
    }
}
