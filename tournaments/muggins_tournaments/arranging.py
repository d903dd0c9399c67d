"""Bringing players to tables at the least cost: a first arrangement, improved by exchanges until none helps.

With two at a table and a cost in which a second meeting outweighs everything, no one meets anybody again as long as
everybody has met fewer than half of the field: a pair that met before can exchange partners with each of the n / 2 - 1
other pairs in two ways, and of these n - 2 ways each of the fewer than n - 2 other past meetings of the two spoils one.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from muggins_tournaments.roundrobin import Seating

Cost = Callable[[Seating], int]  # of one table; 0 is perfect
Exchange = tuple[int, Seating, int, Seating]  # two tables by number, and who sits there afterwards


def arranged(tables: Sequence[Seating], cost: Cost) -> list[Seating]:
    """The tables after every exchange of two players that lowers the cost.  The same tables give the same answer."""
    cost = cache(cost)  # a table that no exchange makes better is looked at again and again
    best = list(tables)
    costs = [cost(table) for table in best]
    while (exchange := _best(best, costs, cost)) is not None:
        for number, table in (exchange[:2], exchange[2:]):
            best[number], costs[number] = table, cost(table)
    return best


def _best(tables: Sequence[Seating], costs: Sequence[int], cost: Cost) -> Exchange | None:
    """The best exchange for the worst table that has one."""
    for number in sorted(range(len(tables)), key=lambda number: -costs[number]):
        if costs[number] == 0:
            return None
        gains = (
            (costs[number] + costs[other] - cost(table) - cost(changed), (number, table, other, changed))
            for other in sorted(range(len(tables)), key=lambda other: abs(other - number))
            if other != number
            for table, changed in _exchanges(tables[number], tables[other])
        )
        gain, exchange = max(gains, key=lambda found: found[0], default=(0, None))
        if gain > 0:
            return exchange
    return None


def _exchanges(a: Seating, b: Seating) -> Iterator[tuple[Seating, Seating]]:
    for i in range(len(a)):
        for j in range(len(b)):
            yield (*a[:i], b[j], *a[i + 1 :]), (*b[:j], a[i], *b[j + 1 :])
