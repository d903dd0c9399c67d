"""The entries of a record in columns, where like stands beside like and compresses well.

``kinds`` and ``seats`` have a character for each entry, ``moves`` a text for each move.  ``times`` has two numbers for
each decision: from the moment before it to when the turn was sent, and from there to when the answer was read.
``charges`` has the decisions that cost something, as [which decision, charge]; ``faults`` are kept as they are.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Entry = tuple[Any, ...]


def columns(entries: Iterable[Entry]) -> dict[str, Any]:
    """The columns of the entries, as JSON can write them."""
    kinds, seats, moves = list[str](), list[str](), list[str]()
    times = list[int]()
    charges, faults = list[list[int]](), list[list[Any]]()
    moment = 0  # of the entry before
    for kind, *rest in entries:
        kinds.append(kind)
        seats += map(str, rest[:1])
        if kind == "f":
            faults.append(rest[1:])
            moment = rest[3]
        elif kind in "dm":
            moves.append(rest[1])
        if kind == "d":
            _, _, sent, read, charged = rest
            if charged:
                charges.append([len(times) // 2, charged])
            times += (sent - moment, read - sent)
            moment = read
    return {
        "kinds": "".join(kinds),
        "seats": "".join(seats),
        "moves": moves,
        "times": times,
        "charges": charges,
        "faults": faults,
    }


def entries(columns: Mapping[str, Any]) -> list[Entry]:
    """The entries that were put in columns.  Raises ValueError where a column is too short or too long."""
    seats, moves, faults = iter(columns["seats"]), iter(columns["moves"]), iter(columns["faults"])
    times = _times(columns)
    moment = 0
    found: list[Entry] = []
    try:
        for kind in columns["kinds"]:
            entry: Entry = (kind,) if kind == "b" else (kind, int(next(seats)))
            if kind == "f":
                entry += tuple(next(faults))
                moment = entry[4]
            elif kind in "dm":
                entry += (next(moves),)
            if kind == "d":
                wait, think, charged = next(times)
                entry += (moment + wait, moment + wait + think, charged)
                moment += wait + think
            found.append(entry)
    except StopIteration:
        raise ValueError("a column of the record is too short") from None
    if any(next(column, None) is not None for column in (seats, moves, faults, times)):
        raise ValueError("a column of the record is too long")
    return found


def _times(columns: Mapping[str, Any]) -> Iterator[tuple[int, int, int]]:
    charges = dict(columns["charges"])
    times = columns["times"]
    for number, (wait, think) in enumerate(zip(times[::2], times[1::2], strict=True)):
        yield wait, think, charges.get(number, 0)
