//! What cards of cribbage are worth to keep.  Paragraphs are those of `docs/rules.md`.

use crate::notation::Card;

/// What four cards score by themselves, before any starter (C7.2).
pub(super) fn seen_worth(cards: &[Card]) -> u32 {
    let flush = cards.windows(2).all(|two| two[0].suit() == two[1].suit());
    fifteens(cards) + pairs(cards) + runs(cards) + if flush { 4 } else { 0 }
}

fn fifteens(cards: &[Card]) -> u32 {
    let sum = |subset: u32| -> u32 {
        cards
            .iter()
            .enumerate()
            .filter(|(place, _)| subset >> place & 1 == 1)
            .map(|(_, card)| u32::from(card.value()))
            .sum()
    };
    2 * (0..1_u32 << cards.len()).filter(|&subset| sum(subset) == 15).count() as u32
}

fn pairs(cards: &[Card]) -> u32 {
    let alike = |place: usize| cards[..place].iter().filter(|card| card.rank() == cards[place].rank()).count() as u32;
    2 * (0..cards.len()).map(alike).sum::<u32>()
}

/// The points of all runs of the greatest length: each choice of cards counts.
fn runs(cards: &[Card]) -> u32 {
    let mut counts = [0_u32; 13];
    for card in cards {
        counts[usize::from(card.rank()) - 1] += 1;
    }
    for length in [5, 4, 3] {
        let choices = counts.windows(length).map(|ranks| ranks.iter().product::<u32>()).find(|&choices| choices > 0);
        if let Some(choices) = choices {
            return length as u32 * choices;
        }
    }
    0
}
