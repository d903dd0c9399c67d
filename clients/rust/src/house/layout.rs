//! A line of dominoes as its two ends, and what a placement is worth.  Paragraphs are those of `docs/rules.md`.

use crate::notation::{End, NotationError, Placement, Tile};
use crate::v1::FivesView;

/// An open value, and what it adds to the sum of the ends.
#[derive(Clone, Copy)]
struct Open {
    value: u8,
    pips: u32,
}

/// The two ends, and their sum.  No ends: nothing has been laid yet.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    ends: Option<(Open, Open)>,
    sum: u32,
}

impl Layout {
    /// The line that the view shows.
    pub fn of(view: &FivesView) -> Result<Layout, NotationError> {
        let (Some(first), Some(last)) = (view.line.first(), view.line.last()) else {
            return Ok(Layout { ends: None, sum: 0 });
        };
        let open = |value: i32, tile: &String| Ok(end(value as u8, tile.parse::<Tile>()?.is_double()));
        Ok(Layout { ends: Some((open(view.left, first)?, open(view.right, last)?)), sum: view.sum })
    }

    /// The layout once that legal move is made.
    pub fn after(self, placed: Placement) -> Result<Layout, Box<dyn std::error::Error + Send + Sync>> {
        let tile = placed.tile;
        let (left, right) = match (self.ends, placed.end) {
            (_, None) => return Ok(opened(tile)),
            (Some((left, right)), Some(End::Left)) => (joined(left, tile), right),
            (Some((left, right)), Some(End::Right)) => (left, joined(right, tile)),
            (None, Some(_)) => return Err(format!("{placed} has no line to be laid to").into()),
        };
        Ok(Layout { ends: Some((left, right)), sum: left.pips + right.pips })
    }

    /// What the seat's side gets for making this layout with its next tile, the bonus for going out included (F5, F7).
    pub fn gain(self, view: &FivesView, seat: usize) -> u32 {
        let four = view.tiles_left.len() == 4;
        let partner = if four { view.tiles_left[seat ^ 2] } else { 0 };
        let goes_out = view.hand.len() == 1 && partner == 0;
        let room = view.target - view.scores[if four { seat % 2 } else { seat }];
        let offered = worth(self.sum) + u32::from(goes_out);
        if offered <= room {
            offered
        } else {
            0 // void beyond the target
        }
    }
}

/// A double lies across the line and counts whole (F4.2).
fn end(value: u8, double: bool) -> Open {
    Open { value, pips: u32::from(value) * if double { 2 } else { 1 } }
}

/// The lone tile is both ends and counts once; a double keeps its whole weight at both (F4.3, F4.4).
fn opened(tile: Tile) -> Layout {
    let double = tile.is_double();
    let ends = (end(tile.first, double), end(tile.second, double));
    let sum = if double { ends.0.pips } else { ends.0.pips + ends.1.pips };
    Layout { ends: Some(ends), sum }
}

/// The end that a tile makes of the one that it is laid to.
fn joined(to: Open, tile: Tile) -> Open {
    let open = if tile.first == to.value { tile.second } else { tile.first };
    end(open, tile.is_double())
}

/// A point for each three and for each five that go into the sum exactly (F5.1).
fn worth(sum: u32) -> u32 {
    let parts = |of: u32| if sum.is_multiple_of(of) { sum / of } else { 0 };
    parts(3) + parts(5)
}
