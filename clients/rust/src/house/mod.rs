//! House bots: each plays both games with any number of seats, and knows what its turn says and nothing else.

mod greedy;
mod hands;
mod layout;
mod pegs;
mod random;

pub use greedy::Greedy;
pub use random::Random;

use crate::Profile;

fn profile() -> Profile {
    Profile { max_matches: 64, ..Profile::default() }
}
