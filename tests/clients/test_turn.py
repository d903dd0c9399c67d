"""Turns and views as a bot sees them."""

import pytest

from muggins.v1 import cribbage_pb2, event_pb2, fives_pb2, play_pb2
from muggins_bot import Clock, CribbageView, Event, ExtensionView, FivesView, Turn

CRIBBAGE = play_pb2.Turn(
    turn_id=2**63 + 5,
    match_id="m",
    seat=1,
    clock=play_pb2.Clock(move_left_us=900_000, bank_left_us=600_000, strikes=1, last_fault="late"),
    cribbage=cribbage_pb2.CribbageView(
        game=1, deal=3, phase=cribbage_pb2.CRIBBAGE_PHASE_PLAY, dealer=0, hand=["5H", "JS"], laid_away=["AC", "2C"],
        starter="9D", count=15, pile=["7C", "8C"], history=["1:7C", "0:8C"], cards_left=[3, 2], scores=[10, 12],
        target=121, value="lurch",
    ),
    legal_moves=["5H", "JS"],
    events=[
        event_pb2.Event(number=8, kind="play", seat=0, pieces=["8C"], total=15),
        event_pb2.Event(
            number=9, kind="score", seat=0, side=0, points=2, offered=2, why="fifteen",
            parts=[event_pb2.ScorePart(why="fifteen", points=2)], total=10,
        ),
    ],
)  # fmt: skip


def test_a_turn_of_cribbage() -> None:
    turn = Turn(CRIBBAGE)
    assert (turn.id, turn.match_id, turn.seat, turn.legal_moves) == (2**63 + 5, "m", 1, ("5H", "JS"))
    assert turn.clock == Clock(900_000, 600_000, 0, 0, 1, "late")
    assert turn.time_left == 1.5
    assert turn.view == CribbageView(
        1, 1, 3, "play", 0, ("5H", "JS"), ("AC", "2C"), "9D", 15, ("7C", "8C"), ("1:7C", "0:8C"), (3, 2), (10, 12),
        121, "lurch",
    )  # fmt: skip
    assert turn.events == (
        Event(8, "play", 0, ("8C",), None, 0, 0, "", (), 15),
        Event(9, "score", 0, (), 0, 2, 2, "fifteen", (("fifteen", 2),), 10),
    )


def test_a_turn_of_dominoes() -> None:
    view = fives_pb2.FivesView(
        game=2, round=1, opener=1, hand=["6-4"], line=["3-6", "6-6"], left=3, right=6, sum=15,
        history=["1:6-6", "0:6-3:L"], tiles_left=[6, 6], scores=[8, 4], target=61,
    )  # fmt: skip
    assert Turn(play_pb2.Turn(seat=1, fives=view)).view == FivesView(
        1, 2, 1, 1, ("6-4",), ("3-6", "6-6"), 3, 6, 15, ("1:6-6", "0:6-3:L"), (6, 6), (8, 4), 61
    )


def test_a_turn_of_a_game_that_the_kit_does_not_know() -> None:
    message = play_pb2.Turn(seat=0, extension=play_pb2.ExtensionView(game="nim", view=b"\x03\x05"))
    assert Turn(message).view == ExtensionView(0, "nim", b"\x03\x05")
    with pytest.raises(ValueError, match="no view that this version of the kit knows"):
        _ = Turn(play_pb2.Turn()).view


def test_a_turn_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Turn(CRIBBAGE).seat = 0  # type: ignore[misc]
    with pytest.raises(AttributeError):
        Turn(CRIBBAGE).plan = "win"  # type: ignore[attr-defined]


def test_views_have_the_fields_of_their_messages() -> None:
    for view, message in ((CribbageView, cribbage_pb2.CribbageView), (FivesView, fives_pb2.FivesView)):
        assert view._fields == ("seat", *(field.name for field in message.DESCRIPTOR.fields))
