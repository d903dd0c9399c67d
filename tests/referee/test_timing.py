"""Charges, and the one heap of deadlines."""

import random

import pytest

from muggins.referee.timing import Deadlines, TimeControl, Timed
from tests.referee.clock import BEGINNING, FakeClock


class Alarm(Timed):
    """Remembers when it went off."""

    def __init__(self, clock: FakeClock) -> None:
        super().__init__()
        self.clock = clock
        self.rang: list[float] = []

    def expire(self) -> None:
        self.rang.append(self.clock.now() - BEGINNING)


class Broken(Timed):
    def expire(self) -> None:
        raise RuntimeError("this one breaks")


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def deadlines(clock: FakeClock) -> Deadlines:
    return Deadlines(clock)


@pytest.mark.parametrize(
    ("elapsed", "extra", "charge"),
    [
        (0.0, 0.0, 0.0),
        (-1.0, 0.0, 0.0),  # a clock that has not started yet costs nothing
        (1.0, 0.0, 0.0),
        (1.25, 0.0, 0.0),  # the margin is free as well
        (1.5, 0.0, 0.25),
        (9.0, 0.0, 7.75),
        (9.0, 8.0, 0.0),  # what is left of the start-up budget comes first
        (9.5, 8.0, 0.25),
    ],
)
def test_an_answer_costs_what_goes_beyond_margin_and_move_time(elapsed: float, extra: float, charge: float) -> None:
    assert TimeControl(move=1.0, margin=0.25).charge(elapsed, extra) == charge


def test_a_deadline_goes_off_once_at_its_moment(clock: FakeClock, deadlines: Deadlines) -> None:
    alarm = Alarm(clock)
    deadlines.set(alarm, BEGINNING + 3)
    clock.advance(10)
    assert alarm.rang == [3]
    assert alarm.deadline is None


def test_a_deadline_that_was_moved_goes_off_at_the_new_moment(clock: FakeClock, deadlines: Deadlines) -> None:
    later, earlier, never = Alarm(clock), Alarm(clock), Alarm(clock)
    for alarm in (later, earlier, never):
        deadlines.set(alarm, BEGINNING + 5)
    deadlines.set(later, BEGINNING + 7)
    deadlines.set(earlier, BEGINNING + 2)
    never.deadline = None
    clock.advance(100)
    assert (later.rang, earlier.rang, never.rang) == ([7], [2], [])


def test_a_deadline_can_be_set_again_after_it_went_off(clock: FakeClock, deadlines: Deadlines) -> None:
    alarm = Alarm(clock)
    for second in (1, 2, 3):
        deadlines.set(alarm, BEGINNING + second)
        clock.advance(1)
    assert alarm.rang == [1, 2, 3]


def test_moving_back_and_forth_rings_once(clock: FakeClock, deadlines: Deadlines) -> None:
    alarm = Alarm(clock)
    for second in (10, 5, 10, 4, 10):
        deadlines.set(alarm, BEGINNING + second)
    clock.advance(100)
    assert alarm.rang == [10]


def test_a_thousand_decisions_leave_one_entry(clock: FakeClock, deadlines: Deadlines) -> None:
    alarm = Alarm(clock)
    for _ in range(1000):
        deadlines.set(alarm, clock.now() + 10)
        clock.advance(0.1)
    assert len(deadlines._heap) == 1
    assert alarm.rang == []


def test_random_deadlines_go_off_in_their_order(clock: FakeClock, deadlines: Deadlines) -> None:
    rng = random.Random(7)
    alarms = [Alarm(clock) for _ in range(50)]
    due: dict[int, float] = {}
    for _ in range(500):
        number = rng.randrange(50)
        due[number] = rng.randrange(1, 1000) / 8
        deadlines.set(alarms[number], BEGINNING + due[number])
    clock.advance(1000)
    assert {number: alarms[number].rang for number in due} == {number: [at] for number, at in due.items()}


def test_one_that_breaks_does_not_stop_the_others(clock: FakeClock, deadlines: Deadlines) -> None:
    broken, alarm = Broken(), Alarm(clock)
    deadlines.set(broken, BEGINNING + 1)
    deadlines.set(alarm, BEGINNING + 2)
    with pytest.raises(RuntimeError):
        clock.advance(1)
    clock.advance(10)
    assert alarm.rang == [2]
