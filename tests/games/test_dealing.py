"""The vectors of the normative dealing: seeds, draws and deals of both games, which any other language must repeat."""

import json
from pathlib import Path
from secrets import token_bytes
from typing import Any

import pytest

from muggins.games.base import NOBODY
from muggins.games.cards import CARDS
from muggins.games.cribbage import CRIBBAGE
from muggins.games.dealing import GivenDeals, SeededDeals, commitment, match_seed, shuffle
from muggins.games.tiles import TILES

Vector = dict[str, Any]
VECTORS: list[Vector] = json.loads(Path(__file__).with_name("dealing.json").read_text())
PACKS: dict[str, tuple[str, ...]] = {"cribbage": CARDS, "fives-and-threes": TILES}
HAND = {("cribbage", 2): 6, ("cribbage", 3): 5, ("cribbage", 4): 5} | {
    ("fives-and-threes", 2): 7,
    ("fives-and-threes", 3): 5,
    ("fives-and-threes", 4): 5,
}


def vectors(*games: str) -> pytest.MarkDecorator:
    chosen = [(f"{vector['game']}-{vector['seats']}-{n}", vector) for n, vector in enumerate(VECTORS)]
    return pytest.mark.parametrize(
        "vector", [pytest.param(vector, id=name) for name, vector in chosen if vector["game"] in (games or PACKS)]
    )


def source(vector: Vector) -> SeededDeals:
    return SeededDeals(bytes.fromhex(vector["match_seed"]))


@vectors()
def test_commitment_and_seed_of_the_match(vector: Vector) -> None:
    server = bytes.fromhex(vector["server_seed"])
    entropies = [None if text is None else bytes.fromhex(text) for text in vector["entropies"]]
    assert commitment(server).hex() == vector["server_commitment"]
    assert match_seed(server, entropies).hex() == vector["match_seed"]


@vectors()
def test_draws(vector: Vector) -> None:
    pack = PACKS[vector["game"]]
    for number, drawn in enumerate(vector["first"]["rounds"], 1):
        pieces = source(vector).draw(1, number, len(pack), len(drawn))
        assert [pack[piece] for piece in pieces] == list(drawn.values())


@vectors()
def test_hands_go_one_piece_at_a_time(vector: Vector) -> None:
    """Cribbage begins left of the dealer, dominoes with the opener."""
    game, seats, pack = vector["game"], vector["seats"], PACKS[vector["game"]]
    size = HAND[game, seats]
    for deal in vector["deals"]:
        aside = [card for card in (deal.get("crib_card"), deal.get("starter")) if card]
        pieces = source(vector).deal(deal["game"], deal["deal"], len(pack), seats * size + len(aside))
        first = deal["lead"] + 1 if game == "cribbage" else deal["lead"]
        hands = [pieces[(seat - first) % seats : seats * size : seats] for seat in range(seats)]
        assert [[pack[piece] for piece in sorted(hand)] for hand in hands] == deal["hands"]
        assert [pack[piece] for piece in pieces[seats * size :]] == aside


@vectors("cribbage")
def test_cribbage_starts_with_the_draw_and_the_deal(vector: Vector) -> None:
    state, events = CRIBBAGE.start(vector["seats"], CRIBBAGE.options({}), source(vector))
    drawn = [(event.total, str(event.seat), event.pieces[0]) for event in events if event.kind == "draw"]
    assert drawn == [(n, *pair) for n, cards in enumerate(vector["first"]["rounds"], 1) for pair in cards.items()]
    assert [event.seat for event in events if event.kind == "lead"] == [vector["first"]["seat"]]
    assert state.dealer == vector["deals"][0]["lead"]
    hands = [(event.seat, list(event.pieces), event.to) for event in events if event.kind == "hand"]
    assert hands == [(seat, hand, seat) for seat, hand in enumerate(vector["deals"][0]["hands"])]
    aside = [(event.pieces, event.why, event.to) for event in events if event.kind == "aside"]
    crib_card = vector["deals"][0]["crib_card"]
    assert aside == ([((crib_card,), "crib", NOBODY)] if crib_card else [])


@vectors("cribbage")
def test_cribbage_turns_the_starter_of_the_deal(vector: Vector) -> None:
    deal = vector["deals"][2]
    lead, number = deal["lead"], deal["game"]
    state, _ = CRIBBAGE.start(vector["seats"], CRIBBAGE.options({}), source(vector), game=number, lead=lead)
    for seat in range(vector["seats"]):
        state.play(seat, state.moves(seat)[0])
    assert state.starter == deal["starter"]


def test_a_deal_is_the_same_each_time_and_does_not_depend_on_others() -> None:
    deals = SeededDeals(bytes(32))
    third = deals.deal(1, 3, 52, 13)
    deals.deal(1, 1, 52, 13)
    assert deals.deal(1, 3, 52, 13) == third
    assert shuffle(bytes(32), "deal/1/3", 52, 21)[:13] == third


def test_every_piece_comes_once() -> None:
    assert sorted(shuffle(bytes(32), "deal/1/1", 52, 52)) == list(range(52))


def test_rng_01_seeds_made_in_the_same_moment_share_no_deal() -> None:
    """cajax/durakengine#11: a generator seeded by the clock dealt the same cards within one second."""
    deals = {tuple(SeededDeals(match_seed(token_bytes(32), [None, None])).deal(1, 1, 52, 13)) for _ in range(1000)}
    assert len(deals) == 1000


def test_given_deals_come_first_and_the_source_fills_in() -> None:
    otherwise = SeededDeals(bytes(32))
    deals = GivenDeals({(1, 1): [3, 1, 2]}, otherwise, draws={(1, 2): [0, 4]})
    assert (deals.deal(1, 1, 52, 3), deals.draw(1, 2, 52, 2)) == ([3, 1, 2], [0, 4])
    assert deals.deal(1, 2, 52, 3) == otherwise.deal(1, 2, 52, 3)
    assert deals.draw(1, 1, 52, 2) == otherwise.draw(1, 1, 52, 2)
