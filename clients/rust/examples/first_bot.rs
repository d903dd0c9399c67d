//! A whole bot: heavy tiles first, fives stay in the hand, and fifteen and thirty-one are taken.
//!
//! `MUGGINS_TOKEN=... cargo run --example first_bot -- --address localhost:7411`

use std::process::ExitCode;

use muggins_bot::notation::{cards, Card, Placement};
use muggins_bot::v1::{turn::View, CribbagePhase, CribbageView, MatchEnd, Turn};
use muggins_bot::{run, Bot, Decided};

struct FirstBot;

impl Bot for FirstBot {
    fn decide(&self, turn: &Turn) -> Decided {
        match &turn.view {
            Some(View::Cribbage(view)) => card(view, &turn.legal_moves),
            _ => pick(&turn.legal_moves, weight), // dominoes: the heaviest tile
        }
    }

    fn match_ended(&self, end: &MatchEnd) {
        println!("{} {:?} {:?}", end.match_id, end.termination(), end.sides);
    }
}

/// The move that the measure calls greatest.
fn pick(moves: &[String], measure: impl Fn(&str) -> u8) -> Decided {
    Ok(moves.iter().max_by_key(|each| measure(each)).ok_or("no move")?.clone())
}

fn weight(text: &str) -> u8 {
    text.parse().map_or(0, |placed: Placement| placed.tile.first + placed.tile.second)
}

fn card(view: &CribbageView, moves: &[String]) -> Decided {
    let values = |text: &str| cards(text).map_or(Vec::new(), |cards| cards.into_iter().map(Card::value).collect());
    if view.phase() == CribbagePhase::LayAway {
        let fives = |text: &str| values(text).into_iter().filter(|&value| value == 5).count() as u8;
        return pick(moves, |text| 2 - fives(text));
    }
    let taken = |text: &str| [15, 31].contains(&(view.count as u8 + values(text)[0]));
    pick(moves, |text| values(text)[0] + if taken(text) { 100 } else { 0 })
}

fn main() -> ExitCode {
    run(FirstBot)
}
