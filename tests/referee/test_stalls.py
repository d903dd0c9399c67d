"""A stall of our own loop is nobody's time."""

import asyncio
import time

from muggins.referee.stalls import TICK, TOLERATED, FairClock
from muggins.referee.timing import Deadlines, Timed

STALL = 0.3


class Bomb(Timed):
    def __init__(self) -> None:
        super().__init__()
        self.went_off = False

    def expire(self) -> None:
        self.went_off = True


async def test_a_stall_does_not_pass() -> None:
    clock = FairClock()
    await asyncio.sleep(2 * TICK)
    before, real = clock.now(), time.monotonic()
    time.sleep(STALL)
    passed, really = clock.now() - before, time.monotonic() - real
    assert really >= STALL
    assert passed <= TOLERATED + TICK


async def test_time_goes_on_where_it_stood() -> None:
    clock = FairClock()
    time.sleep(STALL)
    at_once = clock.now()
    await asyncio.sleep(3 * TICK)
    assert clock.now() >= at_once + 2 * TICK
    assert clock.lost >= STALL - TOLERATED - TICK


async def test_it_never_runs_backwards() -> None:
    clock = FairClock()
    start = time.monotonic()
    seen = [clock.now()]
    while time.monotonic() < start + TOLERATED + 2 * TICK:  # past the point where it begins to stand still
        seen.append(clock.now())
    await asyncio.sleep(0)
    seen.append(clock.now())
    assert seen == sorted(seen)


async def test_time_that_is_waited_for_passes() -> None:
    clock = FairClock()
    before, real = clock.now(), time.monotonic()
    for _ in range(10):
        await asyncio.sleep(TICK)
    assert clock.now() - before + clock.lost >= 0.9 * (time.monotonic() - real)


async def test_no_deadline_passes_in_a_stall() -> None:
    clock = FairClock()
    bomb = Bomb()
    Deadlines(clock).set(bomb, clock.now() + STALL / 2)
    await asyncio.sleep(0)
    time.sleep(STALL)
    await asyncio.sleep(0)
    assert not bomb.went_off
    while clock.now() < bomb.deadline if bomb.deadline else False:
        await asyncio.sleep(TICK)
    await asyncio.sleep(2 * TICK)
    assert bomb.went_off
