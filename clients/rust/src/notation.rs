//! Cards, tiles and moves, and their text.
//!
//! A card is rank and suit, `AC 2C … TC JC QC KC` and so on; a tile has its higher half first, `6-4`, unless it is
//! turned as it lies in a line; a move is `5H`, `5H,QD`, `6-4` or `6-4:L`.

use std::fmt;
use std::str::FromStr;

/// Low to high.
pub const RANKS: &str = "A23456789TJQK";
/// In the order of the pack.
pub const SUITS: &str = "CDHS";

/// A text that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError(String);

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotationError {}

/// A card; cards are ordered as the pack is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card {
    place: u8, // in the pack: 13 times the suit, plus rank - 1
}

impl Card {
    /// 1 for the ace to 13 for the king.
    pub fn rank(self) -> u8 {
        self.place % 13 + 1
    }

    /// One of C, D, H, S.
    pub fn suit(self) -> char {
        char::from(SUITS.as_bytes()[usize::from(self.place / 13)])
    }

    /// What it adds to a count: 1 for the ace, 10 for ten, jack, queen and king.
    pub fn value(self) -> u8 {
        self.rank().min(10)
    }
}

impl FromStr for Card {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let place = |of: &str, letter: u8| of.bytes().position(|each| each == letter);
        if let [rank, suit] = *text.as_bytes() {
            if let (Some(rank), Some(suit)) = (place(RANKS, rank), place(SUITS, suit)) {
                return Ok(Card { place: (13 * suit + rank) as u8 });
            }
        }
        Err(NotationError(format!("{text:?} is no card")))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = RANKS.as_bytes()[usize::from(self.place % 13)];
        write!(f, "{}{}", char::from(rank), self.suit())
    }
}

/// The cards of a move of cribbage: one, or the two that are laid away.
pub fn cards(text: &str) -> Result<Vec<Card>, NotationError> {
    text.split(',').map(str::parse).collect()
}

/// A tile, with its halves in the order in which they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tile {
    /// The pips that are written first.
    pub first: u8,
    /// The pips that are written second.
    pub second: u8,
}

impl Tile {
    /// Whether both halves are the same.
    pub fn is_double(self) -> bool {
        self.first == self.second
    }
}

impl FromStr for Tile {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match *text.as_bytes() {
            [first @ b'0'..=b'6', b'-', second @ b'0'..=b'6'] => {
                Ok(Tile { first: first - b'0', second: second - b'0' })
            }
            _ => Err(NotationError(format!("{text:?} is no tile"))),
        }
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.first, self.second)
    }
}

/// An end of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// `L`
    Left,
    /// `R`
    Right,
}

/// A move of dominoes: a tile and its end; the opening tile has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// What is laid.
    pub tile: Tile,
    /// Where, once there is a line.
    pub end: Option<End>,
}

impl FromStr for Placement {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let (tile, end) = match text.split_once(':') {
            None => (text, None),
            Some((tile, "L")) => (tile, Some(End::Left)),
            Some((tile, "R")) => (tile, Some(End::Right)),
            Some(_) => return Err(NotationError(format!("{text:?} names no end"))),
        };
        Ok(Placement { tile: tile.parse()?, end })
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = match self.end {
            None => "",
            Some(End::Left) => ":L",
            Some(End::Right) => ":R",
        };
        write!(f, "{}{end}", self.tile)
    }
}
