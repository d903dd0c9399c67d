//! The play of cribbage.  Paragraphs are those of `docs/rules.md`.

use crate::notation::Card;

/// What the last card of the pile pegs, go and last card apart (C6).
pub(super) fn pegged(pile: &[Card]) -> u32 {
    let count: u32 = pile.iter().map(|card| u32::from(card.value())).sum();
    if pile.len() < 2 {
        return 0;
    }
    let pairs = match alike(pile) {
        2 => 2,
        3 => 6,
        4 => 12,
        _ => run(pile), // two alike at the end spoil every run
    };
    pairs + if count == 15 || count == 31 { 2 } else { 0 }
}

/// How many of the last cards are of one rank (C6.2).
fn alike(pile: &[Card]) -> usize {
    let last = pile[pile.len() - 1].rank();
    pile.iter().rev().take_while(|card| card.rank() == last).count()
}

/// The longest run that the last cards make in any order, or 0 (C6.3).
fn run(pile: &[Card]) -> u32 {
    let is_run = |length: usize| {
        let mut ranks: Vec<u8> = pile[pile.len() - length..].iter().map(|card| card.rank()).collect();
        ranks.sort_unstable();
        ranks.windows(2).all(|two| two[1] == two[0] + 1)
    };
    (3..=pile.len()).rev().find(|&length| is_run(length)).unwrap_or(0) as u32
}
