"""Plays events with made-up results, several matches at a time and in any order, as a server would."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

from muggins_tournaments import EventDefinition, Key, Result, Slot, schedule

Referee = Callable[[Slot], Result]


def event(units: int, seats: int = 2, **keys: Any) -> EventDefinition:
    """An event of bots a00, a01, ..., or with ``paired`` of that many pairs of bots."""
    if keys.pop("paired", False):
        pairs = {f"pair{n:02}": (f"a{n:02}x", f"a{n:02}y") for n in range(units)}
        bots = tuple(bot for pair in pairs.values() for bot in pair)
        return EventDefinition("cup", "cribbage", 4, bots, pairs=pairs, **keys)
    return EventDefinition("cup", "cribbage", seats, tuple(f"a{n:02}" for n in range(units)), **keys)


def placed(slot: Slot, places: tuple[int, ...], **more: Any) -> Result:
    """A result with these places by side."""
    result = Result(slot.key, slot.seats, places, tuple(3 - place for place in places), (9,) * len(places))
    return replace(result, **more)


def chance(seed: int, draws: float = 0.1) -> Referee:
    """Results by luck, the same for the same match whenever it is played."""

    def play(slot: Slot) -> Result:
        luck = Random(f"{seed} {slot.key} {slot.seats}")
        if luck.random() < draws:
            return placed(slot, (1,) * (2 if len(slot.seats) == 4 else len(slot.seats)))
        sides = list(range(1, 3 if len(slot.seats) == 4 else len(slot.seats) + 1))
        luck.shuffle(sides)
        return placed(slot, tuple(sides))

    return play


def first_wins(slot: Slot) -> Result:
    """The bot whose name comes first in the alphabet wins, with its partner; the others follow in order."""
    sides = [slot.seats] if len(slot.seats) < 4 else [slot.seats[::2], slot.seats[1::2]]
    names = list(slot.seats) if len(slot.seats) < 4 else [min(side) for side in sides]
    return placed(slot, tuple(sorted(names).index(name) + 1 for name in names))


def play(
    definition: EventDefinition,
    referee: Referee = first_wins,
    most: int = 100_000,
    at_once: int = 5,
    order: int = 0,
    results: Mapping[Key, Result] | None = None,
) -> dict[Key, Result]:
    """The results after ``most`` more matches, or when nothing is open; ``order`` decides which end first."""
    luck = Random(order)
    plan = schedule(definition)
    done = dict(results or {})
    playing: dict[Key, Slot] = {}
    wanted, asked, source = len(done) + most, len(done), plan.open(done)
    while len(done) < wanted:
        if plan.stale(asked, len(done)) or not playing:
            asked, source = len(done), (slot for slot in plan.open(done) if slot.key not in playing)
        playing |= {slot.key: slot for slot in islice(source, at_once - len(playing))}
        if not playing:
            break
        key = luck.choice(sorted(playing))
        done[key] = referee(playing.pop(key))
    return done


def open_now(definition: EventDefinition, results: Mapping[Key, Result], most: int = 1000) -> list[Slot]:
    """What a fresh schedule asks for."""
    return list(islice(schedule(definition).open(results), most))
