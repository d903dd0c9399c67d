"""One round of a Swiss: who meets whom, and who sits out, from what was played before.

Own code, since libraries pair chess: two at a table.  Tests hold it against one of them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, groupby
from typing import NamedTuple

from muggins_tournaments.arranging import Cost, arranged
from muggins_tournaments.roundrobin import Seating, partnerships

# What it costs to bring two together; the difference of their levels, squared, is at most 10**6.
AGAIN = 10**9  # times the square of how often they met
PARTNERS_AGAIN = 10**12  # the same of partners, in the partnership of the table in which it is least
BARRED = 10**15


class Position(NamedTuple):
    """Where a Swiss stands before a round; units are numbers, the strongest first."""

    width: int  # how many meet at a table
    active: tuple[int, ...]
    scores: tuple[float, ...]  # by unit
    tables: tuple[Seating, ...] = ()  # of all rounds so far, by seat
    sat_out: tuple[int, ...] = ()  # one entry for each time
    barred: frozenset[frozenset[int]] = frozenset()  # pairs that may not share a table
    partners: bool = False  # whether those who sit opposite are on one side


@lru_cache(maxsize=256)
def paired(position: Position) -> tuple[tuple[Seating, ...], tuple[int, ...]]:
    """The tables of the next round by seat, and who sits out: those who did so least, and of them the last."""
    byes = Counter(position.sat_out)
    last = sorted(position.active, key=lambda unit: (byes[unit], position.scores[unit], -unit))
    out = last[: len(position.active) % position.width]
    playing = sorted(set(position.active) - set(out), key=lambda unit: (-position.scores[unit], unit))
    tables = arranged(_folded(position, playing), _cost(position, playing))
    return tuple(_seated(position, tables)), tuple(out)


def _folded(position: Position, playing: Sequence[int]) -> list[Seating]:
    """Within each score the upper part meets the lower; those who are left over go down to the next score."""
    tables: list[Seating] = []
    group: list[int] = []
    for _, level in groupby(playing, key=lambda unit: position.scores[unit]):
        group += level
        size = len(group) // position.width
        tables += zip(*(group[part * size : (part + 1) * size] for part in range(position.width)), strict=True)
        group = group[size * position.width :]
    return tables


def _cost(position: Position, playing: Sequence[int]) -> Cost:
    """What a table costs: partners and meetings again above all, then the differences of level."""
    partnered = _partnered(position)
    met = Counter(pair for table in position.tables for pair in combinations(sorted(table), 2))
    levels = {score: level for level, score in enumerate(sorted({position.scores[unit] for unit in playing}))}
    level = {unit: levels[position.scores[unit]] for unit in playing}

    def of_pair(a: int, b: int) -> int:
        barred = frozenset((a, b)) in position.barred if position.barred else False
        again = met[(a, b) if a < b else (b, a)]
        return barred * BARRED + again * again * AGAIN + (level[a] - level[b]) ** 2

    def of_partners(table: Seating) -> int:
        return min(_repeated(four, partnered) for four in partnerships(table)) * PARTNERS_AGAIN

    if position.partners:
        return lambda table: of_partners(table) + sum(of_pair(a, b) for a, b in combinations(table, 2))
    return lambda table: sum(of_pair(a, b) for a, b in combinations(table, 2))


def _seated(position: Position, tables: Iterable[Seating]) -> Iterator[Seating]:
    """Each table in the partnership that was rarest so far, turned so that seats are shared equally."""
    sat = Counter((unit, seat) for table in position.tables for seat, unit in enumerate(table))
    partnered = _partnered(position)
    for table in tables:
        best = table
        if position.partners:
            best = min(partnerships(table), key=lambda four: _partnership(four, partnered))
        ways = (best, best[:1] + best[:0:-1])  # round the table, and the other way round
        turns = [way[turn:] + way[:turn] for way in ways for turn in range(len(best))]
        yield min(turns, key=lambda turned: sum(sat[unit, seat] for seat, unit in enumerate(turned)))


def _partnership(table: Seating, partnered: Counter[frozenset[int]]) -> tuple[int, int]:
    """How often the partners were partners, and how unequal the two sides are in the order of the units."""
    a, b, c, d = table
    return _repeated(table, partnered), abs(a + c - b - d)


def _repeated(table: Seating, partnered: Counter[frozenset[int]]) -> int:
    return partnered[frozenset(table[::2])] ** 2 + partnered[frozenset(table[1::2])] ** 2


def _partnered(position: Position) -> Counter[frozenset[int]]:
    """How often each two were partners."""
    if not position.partners:
        return Counter()
    return Counter(frozenset(side) for table in position.tables for side in (table[::2], table[1::2]))
