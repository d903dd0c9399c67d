"""``python -m muggins.store.reckoning``: computes strengths in a process of its own, so that no match waits for it.

It reads a commission from stdin and writes the answer to stdout, as :mod:`muggins.store.commission` has them.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, Final

import numpy as np
from sqlalchemy import ColumnElement, Connection, Select, case, select

from muggins.ratings.batch import rate
from muggins.ratings.table import Ints, Results
from muggins.referee.outcome import Verdict
from muggins.store.anonymous import unnamed
from muggins.store.commission import Commission, answer
from muggins.store.database import look
from muggins.store.models import bots, match_seats, matches, tournaments
from muggins.store.strengths import Computed, Scope, Strength

TOGETHER: Final = 20_000  # rows that are fetched at once
NICE: Final = 10  # matches come first


def compute(conn: Connection, commission: Commission) -> Computed:
    """The list that was asked for, best first; empty where there are no results."""
    now = datetime.now(UTC)
    found = _read(conn, commission.scope)
    if not len(found):
        return Computed(now, 0, [])
    bot_ids, places, offended = np.moveaxis(found, 2, 0)
    ids, numbers = np.unique(bot_ids, return_inverse=True)
    names = dict(_names(conn, ids.tolist()))
    anchors = {n: commission.anchors[names[bot]] for n, bot in enumerate(names) if names[bot] in commission.anchors}
    results = Results(numbers.reshape(bot_ids.shape), places, offended > 0, np.arange(len(found)))
    rows = [
        Strength(bot, each.rating, each.low, each.high, each.blocks, each.group)
        for bot, each in zip(names, rate(results, len(ids), anchors), strict=True)
    ]
    return Computed(now, len(found), sorted(rows, key=lambda row: (-row.rating, row.bot_id)), names)


def _read(conn: Connection, scope: Scope) -> Ints:
    """Matches x seats x (bot, place of its side, whether it forfeited)."""
    seats = conn.scalar(select(matches.c.seats).where(_within(scope)).limit(1)) or 2
    parts = conn.execute(_query(scope, seats).execution_options(yield_per=TOGETHER)).partitions()
    read = [np.array([tuple(row) for row in part], dtype=np.int64).reshape(-1, seats, 3) for part in parts]
    return np.concatenate([np.empty((0, seats, 3), dtype=np.int64), *read])


def _query(scope: Scope, seats: int) -> Select[Any]:
    """A row for each match, which costs half of what one for each seat does."""
    tables = [match_seats.alias(f"seat{number}") for number in range(seats)]
    columns = [
        column
        for table in tables
        for column in (table.c.bot_id, table.c.place, case((table.c.verdict == Verdict.LOSS, 1), else_=0))
    ]
    query = select(*columns).select_from(matches)
    for number, table in enumerate(tables):
        query = query.join(table, (table.c.match_id == matches.c.id) & (table.c.seat == number))
    return query.outerjoin(tournaments, tournaments.c.id == matches.c.tournament_id).where(_within(scope), ~unnamed())


def _within(scope: Scope) -> ColumnElement[bool]:
    if scope.tournament_id:
        return (matches.c.tournament_id == scope.tournament_id) & matches.c.counted
    rated = (matches.c.pool == scope.pool) & matches.c.rated_seq.is_not(None)
    return rated if scope.since is None else rated & (matches.c.started_at >= scope.since)


def _names(conn: Connection, ids: Sequence[int]) -> Iterator[tuple[int, str]]:
    """The bots with their names, in the order of their numbers."""
    for first in range(0, len(ids), TOGETHER):
        query = select(bots.c.id, bots.c.name).where(bots.c.id.in_(ids[first : first + TOGETHER]))
        yield from ((row.id, row.name) for row in conn.execute(query.order_by(bots.c.id)))


def main() -> int:
    os.nice(NICE)
    commission = Commission.of(sys.stdin.read())
    sys.stdout.write(answer(look(commission.where, lambda conn: compute(conn, commission))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
