"""A turn is complete in itself: what a seat is told over a match is everything that it may know, once."""

import pytest

from muggins.games.base import EVERYONE
from tests.referee.hand import Hand
from tests.referee.scripted import ScriptedBot
from tests.referee.table import Table, spec

TABLES = [(game, seats) for game in ("cribbage", "fives-and-threes") for seats in (2, 3, 4)]


def seated(game: str, seats: int) -> Hand:
    hand = Hand(Table())
    others = [f"other{seat}" for seat in range(1, seats)]
    for name in others:
        ScriptedBot(hand.table, name)
    hand.start(spec(game, "hand", *others))
    hand.wait()
    return hand


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_turns_tell_everything_since_the_last_answer_and_nothing_twice(game: str, seats: int) -> None:
    hand = seated(game, seats)
    hand.play_on()
    (ended,) = hand.table.play("m")
    told = [(event.number, event.kind, tuple(event.pieces)) for turn in hand.channel.turns for event in turn.events]
    visible = [(number, event.kind, event.pieces) for number, event in ended.events if event.to in (EVERYONE, 0)]
    assert told == visible[: len(told)]
    assert len(told) > len(visible) / 2


def test_what_happened_since_a_turn_that_was_not_answered_is_told_again() -> None:
    hand = seated("fives-and-threes", 2)
    hand.answer()
    missed = [(event.number, event.kind) for event in hand.turn.events]
    hand.answer(move="9-9")
    told = [(event.number, event.kind) for event in hand.turn.events]
    assert told[: len(missed)] == missed
    assert len(told) > len(missed)
    hand.answer()
    assert hand.turn.events[0].number > told[-1][0]


def test_a_turn_says_where_it_is_asked_and_what_may_be_answered() -> None:
    hand = seated("fives-and-threes", 3)
    live = hand.table.referee.live["m"]
    assert live.match is not None
    assert (hand.turn.match_id, hand.turn.seat) == ("m", 0)
    assert tuple(hand.turn.legal_moves) == live.match.moves(0)
    assert tuple(hand.turn.fives.hand) == live.match.view(0).hand  # type: ignore[attr-defined]
