//! Takes the most points that it can have now.

use super::{hands, layout::Layout, pegs};
use crate::notation::{cards, Card};
use crate::v1::{turn::View, CribbagePhase, CribbageView, FivesView, Turn};
use crate::{Bot, Decided, Profile};

/// Never looks further than its own next points; of equal moves it takes the first.
pub struct Greedy;

impl Bot for Greedy {
    fn decide(&self, turn: &Turn) -> Decided {
        let moves = &turn.legal_moves;
        match &turn.view {
            _ if moves.len() == 1 => Ok(moves[0].clone()),
            Some(View::Fives(view)) => place(view, turn.seat as usize, moves),
            Some(View::Cribbage(view)) if view.phase() == CribbagePhase::LayAway => lay_away(view, moves),
            Some(View::Cribbage(view)) => peg(view, moves),
            _ => Err("greedy does not play this game".into()),
        }
    }

    fn profile(&self) -> Profile {
        let games = ["cribbage", "fives-and-threes"].map(String::from).to_vec();
        Profile { games, ..super::profile() }
    }
}

fn place(view: &FivesView, seat: usize, moves: &[String]) -> Decided {
    let layout = Layout::of(view)?;
    best(moves, |text| Ok(layout.after(text.parse()?)?.gain(view, seat)))
}

fn lay_away(view: &CribbageView, moves: &[String]) -> Decided {
    let hand = parsed(&view.hand)?;
    best(moves, |text| {
        let away = cards(text)?;
        let kept: Vec<Card> = hand.iter().copied().filter(|card| !away.contains(card)).collect();
        Ok(hands::seen_worth(&kept))
    })
}

fn peg(view: &CribbageView, moves: &[String]) -> Decided {
    let mut pile = parsed(&view.pile)?;
    best(moves, |text| {
        pile.push(text.parse()?);
        let points = pegs::pegged(&pile);
        pile.pop();
        Ok(points)
    })
}

fn parsed(texts: &[String]) -> Result<Vec<Card>, crate::notation::NotationError> {
    texts.iter().map(|text| text.parse()).collect()
}

type Worth = Result<u32, Box<dyn std::error::Error + Send + Sync>>;

/// The first of the moves that are worth most.
fn best(moves: &[String], mut worth: impl FnMut(&str) -> Worth) -> Decided {
    let mut best: Option<(u32, &String)> = None;
    for each in moves {
        let points = worth(each)?;
        if best.is_none_or(|(most, _)| points > most) {
            best = Some((points, each));
        }
    }
    Ok(best.ok_or("a turn without moves")?.1.clone())
}
