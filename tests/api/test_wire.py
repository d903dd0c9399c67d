"""The bytes of a turn are those that the generated classes give, for every view of every game."""

from typing import Any

import pytest
from google.protobuf.message import Message

from muggins.api import wire
from muggins.api.views import PHASES
from muggins.games import GAMES
from muggins.games.base import Event
from muggins.referee.live import LiveMatch
from muggins.referee.seats import Turn
from muggins.v1 import event_pb2, play_pb2
from tests.referee.scripted import Flag, ScriptedBot
from tests.referee.table import FakeChannel, Table, spec

TABLES = [(name, seats) for name, game in GAMES.items() for seats in game.seats]


class Checking(FakeChannel):
    """A channel that keeps every turn with its bytes, checked as it was at that moment."""

    problems: list[AssertionError]
    checked: int

    def hand(self, turn: Turn) -> None:
        data = wire.turn_bytes(turn, self._clock.now())
        try:
            assert_same(play_pb2.PlayResponse.FromString(data), data, turn)
        except AssertionError as problem:  # the referee would take it for a fault of its own
            Checking.problems.append(problem)
        Checking.checked += 1
        super().hand(turn)


def assert_same(response: play_pb2.PlayResponse, data: bytes, turn: Turn) -> None:
    assert response.SerializeToString(deterministic=True) == data
    (message,) = response.turns
    player = turn.player
    assert (message.turn_id, message.match_id, message.seat) == (turn.id, player.live.spec.id, player.seat)
    assert message.clock.strikes == len(player.faults)
    assert message.clock.last_fault == player.last_fault
    assert tuple(message.legal_moves) == turn.moves
    kind = message.WhichOneof("view")
    assert kind in ("cribbage", "fives")
    assert_same_view(getattr(message, kind), turn.view)
    assert [as_event(event) for event in message.events] == [(h.number, h.event._replace(to=0)) for h in turn.events]


def assert_same_view(message: Message, view: Any) -> None:
    """Every field of the message, and every field of the view but the seat, which the turn has."""
    for descriptor in message.DESCRIPTOR.fields:
        expected = getattr(view, descriptor.name)
        told = getattr(message, descriptor.name)
        if descriptor.name == "phase":
            assert told == PHASES[expected]
        else:
            assert (tuple(told) if isinstance(expected, tuple) else told) == expected, descriptor.name
    named = {descriptor.name for descriptor in message.DESCRIPTOR.fields}
    assert set(view._fields) - named == {"seat"}


def as_event(message: event_pb2.Event) -> tuple[int, Event]:
    return message.number, Event(
        message.kind,
        message.seat if message.HasField("seat") else None,
        tuple(message.pieces),
        message.side if message.HasField("side") else None,
        message.points,
        message.offered,
        message.why,
        tuple((part.why, part.points) for part in message.parts),
        message.total if message.HasField("total") else None,
        0,
    )


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_turns_are_encoded_as_the_generated_classes_encode_them(
    game: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.referee.table.FakeChannel", Checking)
    table = Table()
    names = [f"bot{seat}" for seat in range(seats)]
    for seat, name in enumerate(names):
        ScriptedBot(table, name, Flag.ILLEGAL if seat == 1 else Flag.HONEST, "m", "play", 2)
    Checking.problems, Checking.checked = [], 0
    table.start(spec(game, *names, games=2))
    table.play("m")
    assert Checking.problems == []
    assert Checking.checked > 40


def test_a_view_of_another_game_travels_as_it_encodes_itself() -> None:
    class ToyView(bytes):
        game_name = "toy"

    turn = Table().start(spec("cribbage", "ann", "bob")).players[0].turn
    assert turn is not None
    turn.view = ToyView(b"anything")
    message = play_pb2.PlayResponse.FromString(wire.turn_bytes(turn, 5000.0)).turns[0]
    assert (message.extension.game, message.extension.view) == ("toy", b"anything")


def test_a_start_says_everything_that_is_fixed_about_the_match() -> None:
    table = Table()
    live: LiveMatch = table.start(spec("cribbage", "ann", "bob", first_to=3))
    start = play_pb2.PlayResponse.FromString(wire.start_bytes(live, 1)).starts[0]
    assert (start.match_id, start.game, start.seat, list(start.bots)) == ("m", "cribbage", 1, ["ann", "bob"])
    assert dict(start.options) == {"target": "61", "value": "lurch"}
    assert (start.games, start.first_to) == (0, 3)
    assert start.time.bank.ToTimedelta().total_seconds() == 2.0
    assert not start.time.HasField("cap")
    assert start.server_commitment == live.commitment
