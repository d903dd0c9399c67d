"""Who is waited for, and for how long."""

from collections.abc import Callable

from muggins.director.attendance import Attendance
from muggins.director.rules import read_event
from muggins.referee.lobby import Lobby
from muggins_tournaments import schedule
from tests.director.evening import event
from tests.referee.clock import FakeClock
from tests.referee.table import MANY, FakeChannel

WAIT = '[time]\nmax_wait = "30s"\n'


class Early(FakeClock):
    """Calls a second too early, as a clock does that stood still for so long."""

    def call_at(self, when: float, call: Callable[[], None]) -> Callable[[], None]:
        return super().call_at(max(self.now() + 0.25, when - 1.0), call)


class Door:
    """The lobby of an event between ann, who comes and goes, and bob, who is there."""

    def __init__(self, clock: FakeClock) -> None:
        self.clock = clock
        self.looks: list[bool] = []
        self.lobby = Lobby(lambda: None)
        self.attendance = Attendance(clock, self.lobby, lambda: self.looks.append(self.can_start()))
        self.definition = read_event(event(entrants=("ann", "bob"), more=WAIT), "event.toml")
        self.channel = FakeChannel(clock, MANY)
        self.lobby.connect("bob", FakeChannel(clock, MANY))

    def can_start(self) -> bool:
        slot = next(schedule(self.definition).open({}))
        return self.attendance.roll(self.definition).take(slot)

    def overdue(self) -> list[int]:
        return self.attendance.overdue(self.definition, ("ann", "bob"))

    def come(self) -> None:
        self.lobby.connect("ann", self.channel)

    def go(self) -> None:
        self.lobby.disconnect("ann", self.channel)


def test_an_absent_bot_is_waited_for_and_then_no_longer() -> None:
    door = Door(FakeClock())
    assert not door.can_start()
    door.clock.advance(29.9)
    assert (door.looks, door.overdue()) == ([], [])
    door.clock.advance(0.2)
    assert (door.looks, door.overdue()) == ([True], [0])


def test_a_bot_that_comes_in_time_is_not_overdue() -> None:
    door = Door(FakeClock())
    assert not door.can_start()
    door.clock.advance(29.9)
    door.come()
    assert door.can_start()
    door.clock.advance(1000)
    assert door.overdue() == []


def test_the_wait_begins_anew_for_one_that_was_there_meanwhile() -> None:
    """Ann comes late, plays, and has to restart: that is a new absence, not the rest of the first one."""
    door = Door(FakeClock())
    assert not door.can_start()
    door.clock.advance(25)
    door.come()
    assert door.can_start()
    door.clock.advance(3600)
    door.go()
    assert not door.can_start()
    door.clock.advance(29)
    assert not door.can_start()
    door.clock.advance(2)
    assert door.can_start()


def test_a_clock_that_calls_early_is_asked_again() -> None:
    door = Door(Early())
    assert not door.can_start()
    door.clock.advance(31)
    assert door.looks == [True]


def test_a_bot_that_does_not_play_this_game_is_as_good_as_absent() -> None:
    door = Door(FakeClock())
    door.channel.ability = type(MANY)(games=frozenset({"cribbage"}))
    door.come()
    assert not door.can_start()
    assert door.attendance.absent(door.definition) == ["ann"]


def test_a_bot_without_room_is_busy_and_not_absent() -> None:
    door = Door(FakeClock())
    door.come()
    door.lobby.bot("ann").reserved = MANY.max_matches
    assert not door.can_start()
    door.clock.advance(1000)
    assert not door.can_start()
    assert not door.overdue()
    assert not door.attendance.absent(door.definition)
