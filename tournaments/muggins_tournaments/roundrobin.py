"""Who meets whom, in which seats: one cycle of a round robin, as tables of entrant numbers, and its rotations.

A table is a tuple of entrant numbers 0..n-1 by seat.  One cycle holds every pair (two seats), every combination of
three (three seats), or each of the three partnerships {0, 2} against {1, 3} of every combination of four.
"""

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import TypeVar

Seating = tuple[int, ...]
T = TypeVar("T")


def count(entrants: int, seats: int) -> int:
    """The number of tables in one cycle."""
    return comb(entrants, seats) * (3 if seats == 4 else 1)


def cycle(entrants: int, seats: int) -> list[Seating]:
    """One cycle, in an order in which nobody runs more than two tables ahead of anybody (ten entrants or fewer).

    Everybody sits in each seat equally often, give or take one; with four seats and an even number of entrants, a few.
    """
    return list(_circle(entrants) if seats == 2 else _orbits(entrants, seats))


def joining(newcomer: int, seats: int) -> list[Seating]:
    """The tables of one cycle that bring a newcomer together with 0..newcomer - 1; seats are shared in turn."""
    groups = combinations(range(newcomer), seats - 1)
    tables = [table for group in groups for table in partnerships((*group, newcomer))]
    return [table[turn % seats :] + table[: turn % seats] for turn, table in enumerate(tables)]


def rotated(table: tuple[T, ...], cycle: int) -> tuple[T, ...]:
    """The table in a later cycle: k cycles bring each of k players to each seat, the next k turn the circle round."""
    seats = len(table)
    if cycle // seats % 2:
        table = table[:1] + table[:0:-1]
    turn = cycle % seats
    return table[turn:] + table[:turn]


def leader(seats: int, cycle: int, game: int) -> int:
    """The seat that leads: over as many cycles, or games, as there are seats, each player of a table leads equally."""
    return (cycle // seats + game) % seats


def _circle(entrants: int) -> Iterator[Seating]:
    """The circle method.  In round r, r + i meets r - i, and r meets the last entrant if their number is even.

    For each i everybody is once r + i and once r - i, so the first seat is shared equally.
    """
    size = entrants - 1 + entrants % 2
    for r in range(size):
        if size < entrants:
            yield (r, size) if r % 2 else (size, r)
        for i in range(1, size // 2 + 1):
            yield (r + i) % size, (r - i) % size


def _orbits(entrants: int, seats: int) -> Iterator[Seating]:
    """Tables gathered by shifts of all entrant numbers: n shifts of one table bring everybody to each seat once.

    Shifts of a symmetric table come back early; those are rotated to keep the seats balanced.
    """
    seen = set[frozenset[frozenset[int]]]()
    sat = [[0] * seats for _ in range(entrants)]
    for group in combinations(range(entrants), seats):
        if group[0]:
            return  # every table can be shifted to one with entrant 0
        for table in partnerships(group):
            orbit = [shifted for shifted in _shifts(table, entrants) if not _known(shifted, seen)]
            for shifted in _interleaved(orbit, entrants):
                yield shifted if len(orbit) == entrants else _seated(shifted, sat)


def partnerships(group: Seating) -> list[Seating]:
    """The group in its one way to sit apart from turning; four in each of their three partnerships."""
    if len(group) < 4:
        return [group]
    a, b, c, d = group
    return [(a, c, b, d), (a, b, c, d), (a, b, d, c)]


def _shifts(table: Seating, entrants: int) -> Iterator[Seating]:
    return (tuple((player + shift) % entrants for player in table) for shift in range(entrants))


def _known(table: Seating, seen: set[frozenset[frozenset[int]]]) -> bool:
    """Whether the same players met in the same partnership before; remembers that they have now."""
    sides = [table[::2], table[1::2]] if len(table) == 4 else [table]
    meeting = frozenset(map(frozenset, sides))
    known = meeting in seen
    seen.add(meeting)
    return known


def _interleaved(orbit: list[Seating], entrants: int) -> Iterator[Seating]:
    """The orbit in an order in which those who have played least come next."""
    played = [0] * entrants

    def eagerness(table: Seating) -> tuple[int, int]:
        counts = [played[player] for player in table]
        return max(counts), sum(counts)

    while orbit:
        table = min(orbit, key=eagerness)
        orbit.remove(table)
        yield table
        for player in table:
            played[player] += 1


def _seated(table: Seating, sat: list[list[int]]) -> Seating:
    """The rotation of the table that brings its players to the seats they had least often."""
    turns = [table[turn:] + table[:turn] for turn in range(len(table))]
    best = min(turns, key=lambda turned: sum(sat[player][seat] for seat, player in enumerate(turned)))
    for seat, player in enumerate(best):
        sat[player][seat] += 1
    return best
