"""The vectors that all kits share are what the server's own code and the Python kit say."""

import json
from pathlib import Path
from typing import Any

import pytest

from muggins.games import cards, cribbage, dealing, fives, tiles
from muggins.v1 import play_pb2
from muggins_bot import Turn, fair, notation
from muggins_bot.house import GreedyBot
from tests.clients.record_turns import A_POOL, lines

VECTORS = Path(__file__).parents[2] / "clients/vectors"


def vectors(name: str) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = json.loads((VECTORS / name).read_text("ascii"))
    assert all(found.values())
    return found


NOTATION = vectors("notation.json")


def test_the_sets_are_whole_and_in_their_written_order() -> None:
    assert tuple(card["text"] for card in NOTATION["cards"]) == cards.CARDS
    assert tuple(tile["text"] for tile in NOTATION["tiles"]) == tiles.TILES


def test_cards_are_taken_apart() -> None:
    for card in NOTATION["cards"]:
        text = card["text"]
        parts = notation.rank(text), notation.suit(text), notation.value(text)
        assert parts == (card["rank"], card["suit"], card["value"])


def test_tiles_are_taken_apart() -> None:
    for tile in NOTATION["tiles"] + NOTATION["turned_tiles"]:
        assert list(notation.halves(tile["text"])) == tile["halves"]
        assert notation.is_double(tile["text"]) is tile["double"]


def test_moves_are_taken_apart() -> None:
    for move in NOTATION["cribbage_moves"]:
        assert list(notation.cards(move["text"])) == move["cards"]
        assert cribbage.CRIBBAGE.canonical(move["text"]) == move["text"]
    for move in NOTATION["fives_moves"]:
        assert notation.placement(move["text"]) == (move["tile"], move["end"])
        assert fives.FIVES.canonical(move["text"]) == move["text"]


def test_what_is_none_is_none() -> None:
    assert set(cards.INDEX).isdisjoint(NOTATION["no_cards"])
    assert set(tiles.MOVES).isdisjoint(NOTATION["no_fives_moves"])
    plain = {text for text in tiles.MOVES if ":" not in text}
    assert plain.isdisjoint(NOTATION["no_tiles"])


def test_commitments() -> None:
    for vector in vectors("commitments.json")["commitments"]:
        assert fair.commitment(bytes.fromhex(vector["value"])).hex() == vector["commitment"]


def test_seeds() -> None:
    for vector in vectors("commitments.json")["seeds"]:
        entropies = [bytes.fromhex(entropy) for entropy in vector["entropies"]]
        assert fair.match_seed(bytes.fromhex(vector["server"]), entropies).hex() == vector["seed"]


@pytest.mark.parametrize("vector", vectors("dealing.json")["shuffles"], ids=lambda vector: vector["label"])
def test_shuffles(vector: dict[str, Any]) -> None:
    seed = bytes.fromhex(vector["seed"])
    assert dealing.shuffle(seed, vector["label"], vector["size"], vector["count"]) == vector["pieces"]


def test_recorded_turns_come_from_every_pool_and_say_what_greedy_says() -> None:
    greedy, pools = GreedyBot(), dict[str, int]()
    for line in lines():
        move, _, body = line.partition(" ")
        turn = Turn(play_pb2.Turn.FromString(bytes.fromhex(body)))
        assert greedy.decide(turn) == move
        pools[turn.match_id] = pools.get(turn.match_id, 0) + 1
    assert pools == {f"{game}/{seats}": A_POOL for game in ("cribbage", "fives-and-threes") for seats in (2, 3, 4)}
