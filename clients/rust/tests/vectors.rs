//! What every kit has to agree on, whatever its language: `clients/vectors/`, and recorded turns.

use std::fmt::{Debug, Display};
use std::fs;
use std::path::Path;
use std::str::FromStr;

use muggins_bot::house::Greedy;
use muggins_bot::notation::{cards, Card, End, Placement, Tile};
use muggins_bot::{dealing, fair, v1, Bot};
use prost::Message;
use serde_json::Value;

fn vectors(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors").join(name);
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn each<'a>(vectors: &'a Value, key: &str) -> &'a Vec<Value> {
    let found = vectors[key].as_array().unwrap();
    assert!(!found.is_empty());
    found
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|place| u8::from_str_radix(&hex[place..place + 2], 16).unwrap()).collect()
}

/// The thing that a vector's text is, which is written as it was read.
fn read<T: FromStr<Err: Debug> + Display>(vector: &Value) -> T {
    let parsed: T = text(&vector["text"]).parse().unwrap();
    assert_eq!(parsed.to_string(), text(&vector["text"]));
    parsed
}

#[test]
fn cards_are_taken_apart_and_in_the_order_of_the_pack() {
    let vectors = vectors("notation.json");
    let mut pack = Vec::new();
    for vector in each(&vectors, "cards") {
        let card: Card = read(vector);
        assert_eq!(u64::from(card.rank()), vector["rank"]);
        assert_eq!(card.suit().to_string(), text(&vector["suit"]));
        assert_eq!(u64::from(card.value()), vector["value"]);
        pack.push(card);
    }
    assert!(pack.is_sorted());
}

#[test]
fn tiles_are_taken_apart() {
    let vectors = vectors("notation.json");
    for vector in each(&vectors, "tiles").iter().chain(each(&vectors, "turned_tiles")) {
        let tile: Tile = read(vector);
        assert_eq!(serde_json::json!([tile.first, tile.second]), vector["halves"]);
        assert_eq!(tile.is_double(), vector["double"]);
    }
}

#[test]
fn moves_are_taken_apart() {
    let vectors = vectors("notation.json");
    for vector in each(&vectors, "cribbage_moves") {
        let found: Vec<String> = cards(text(&vector["text"])).unwrap().iter().map(Card::to_string).collect();
        assert_eq!(serde_json::json!(found), vector["cards"]);
    }
    for vector in each(&vectors, "fives_moves") {
        let placed: Placement = read(vector);
        assert_eq!(placed.tile.to_string(), text(&vector["tile"]));
        let end = match placed.end {
            None => "",
            Some(End::Left) => "L",
            Some(End::Right) => "R",
        };
        assert_eq!(end, text(&vector["end"]));
    }
}

#[test]
fn what_is_none_is_none() {
    let vectors = vectors("notation.json");
    for vector in each(&vectors, "no_cards") {
        assert!(text(vector).parse::<Card>().is_err(), "{vector}");
    }
    for vector in each(&vectors, "no_tiles") {
        assert!(text(vector).parse::<Tile>().is_err(), "{vector}");
    }
    for vector in each(&vectors, "no_fives_moves") {
        assert!(text(vector).parse::<Placement>().is_err(), "{vector}");
    }
}

#[test]
fn commitments_and_seeds() {
    let vectors = vectors("commitments.json");
    for vector in each(&vectors, "commitments") {
        assert_eq!(fair::commitment(&bytes(text(&vector["value"])))[..], bytes(text(&vector["commitment"])));
    }
    for vector in each(&vectors, "seeds") {
        let entropies: Vec<Vec<u8>> = each(vector, "entropies").iter().map(|hex| bytes(text(hex))).collect();
        assert_eq!(fair::match_seed(&bytes(text(&vector["server"])), &entropies)[..], bytes(text(&vector["seed"])));
    }
}

#[test]
fn shuffles() {
    for vector in each(&vectors("dealing.json"), "shuffles") {
        let number = |key: &str| vector[key].as_u64().unwrap() as usize;
        let dealt =
            dealing::shuffle(&bytes(text(&vector["seed"])), text(&vector["label"]), number("size"), number("count"));
        assert_eq!(serde_json::json!(dealt), vector["pieces"]);
    }
}

/// Reads the file that MUGGINS_TURNS names; `clients/vectors/README.md` says how it is made.
#[test]
fn greedy_answers_recorded_turns_as_pythons_does() {
    let Ok(path) = std::env::var("MUGGINS_TURNS") else {
        eprintln!("MUGGINS_TURNS names no file of recorded turns");
        return;
    };
    let mut turns = 0;
    for line in fs::read_to_string(path).unwrap().lines() {
        let (chosen, turn) = line.split_once(' ').unwrap();
        let turn = v1::Turn::decode(&bytes(turn)[..]).unwrap();
        assert_eq!(Greedy.decide(&turn).unwrap(), chosen, "{turn:?}");
        turns += 1;
    }
    assert!(turns >= 1000);
}
