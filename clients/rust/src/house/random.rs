//! Plays any legal move.

use rand::seq::IndexedRandom;

use crate::v1::Turn;
use crate::{Bot, Decided, Profile};

/// Plays any legal move of any game, each equally likely.
pub struct Random;

impl Bot for Random {
    fn decide(&self, turn: &Turn) -> Decided {
        let chosen = turn.legal_moves.choose(&mut rand::rng());
        Ok(chosen.ok_or("a turn without moves")?.clone())
    }

    fn profile(&self) -> Profile {
        super::profile()
    }
}
