"""Worked cases of cribbage; each is named after the paragraph of the rules that it holds."""

import json
from pathlib import Path
from typing import Any

import pytest

from muggins.games.base import IllegalMove
from muggins.games.cards import INDEX, VALUE
from muggins.games.cribbage import CRIBBAGE
from muggins.games.cribbage_score import game_value, pegging, show
from muggins.games.dealing import GivenDeals, SeededDeals
from tests.games.cribbage_table import Table, pieces

Fact = dict[str, Any]
FACTS: dict[str, list[Fact]] = json.loads(Path(__file__).with_name("cribbage_facts.json").read_text())


def facts(kind: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("fact", [pytest.param(fact, id=fact["name"]) for fact in FACTS[kind]])


@facts("show")
def test_show(fact: Fact) -> None:
    points, parts = show(fact["hand"].split(), fact["starter"], crib=fact["crib"])
    assert (points, dict(parts)) == (fact["total"], fact["parts"])


@facts("count")
def test_count(fact: Fact) -> None:
    cards = fact["cards"].split()
    values = [VALUE[card] for card in cards]
    scored = [pegging(cards[:n], sum(values[:n])) for n in range(1, len(cards) + 1)]
    assert [sum(points for _, points in parts) for parts in scored] == fact["points"]


@facts("deal")
def test_deal(fact: Fact) -> None:
    table = Table(
        fact["hands"],
        fact["laid_away"],
        fact["starter"],
        dealer=fact["dealer"],
        crib_card=fact.get("crib_card", ""),
        scores=fact["scores"],
        target=fact["target"],
    ).play(fact["plays"])
    assert table.played() == fact["plays"].split()
    assert table.goes() == fact["goes"]
    assert table.awards() == fact["awards"]
    assert table.state.scores == fact["scores_after"]
    {"playing": still_playing, "deal_over": next_deal, "win": won}[fact["state"]](table, fact)


def still_playing(table: Table, fact: Fact) -> None:
    state, seat = table.state, fact["turn"]
    assert (state.to_act, state.count, state.deal) == ((seat,), fact["count"], 1)
    assert sorted(state.moves(seat)) == sorted(fact["legal"].split())
    for text in fact.get("illegal", "").split():
        refused, card = text.split(":")
        with pytest.raises(IllegalMove):
            state.play(int(refused), card)
    assert (state.to_act, state.count) == ((seat,), fact["count"])


def next_deal(table: Table, fact: Fact) -> None:
    state = table.state
    assert (state.winner, state.deal, state.dealer) == (None, 2, fact["next_dealer"])


def won(table: Table, fact: Fact) -> None:
    assert (table.state.winner, table.state.to_act) == (fact["winner"], ())
    assert table.events[-1].kind == "game_over"
    assert table.events[-1].side == fact["winner"]


@facts("value")
def test_value(fact: Fact) -> None:
    for row in fact["table"]:
        for scheme in ("none", "lurch", "skunk"):
            assert game_value(scheme, fact["target"], row["loser"]) == row[scheme], (scheme, row)


@facts("draw")
def test_draw(fact: Fact) -> None:
    suits = "CDHS"
    draws = {
        (1, number): [INDEX[rank + suits[int(seat)]] for seat, rank in cards.items()]
        for number, cards in enumerate(fact["rounds"], 1)
    }
    state, events = CRIBBAGE.start(fact["seats"], CRIBBAGE.options({}), GivenDeals({}, draws=draws))
    drawn = [(event.total, str(event.seat), event.pieces[0][0]) for event in events if event.kind == "draw"]
    expected = [(n, seat, rank) for n, cards in enumerate(fact["rounds"], 1) for seat, rank in cards.items()]
    assert drawn == expected
    assert state.dealer == fact["dealer"]


@facts("match")
def test_match(fact: Fact) -> None:
    deals = SeededDeals(bytes(32))
    state, _ = CRIBBAGE.start(fact["seats"], CRIBBAGE.options({}), deals, lead=fact["last_dealer"])
    state.scores, state.winner = list(fact["scores"]), fact["winner"]
    assert CRIBBAGE.next_lead(state) == fact["next_dealer"]


def test_c3_3_cards_go_one_at_a_time_from_the_left_of_the_dealer() -> None:
    hands = ["AC 2C 3C 4C 5C", "AD 2D 3D 4D 5D", "AH 2H 3H 4H 5H"]
    dealt = pieces(hands, 1, "KS", "QS")
    assert dealt[:4] == [INDEX[card] for card in ("AH", "AC", "AD", "2H")]
    state, _ = CRIBBAGE.start(3, CRIBBAGE.options({}), GivenDeals({(1, 1): dealt}), lead=1)
    assert state.hands == [tuple(hand.split()) for hand in hands]
