"""Pages of lists with 1,000,000 matches stored against pages with 1,000: ``make lists``, some minutes, 1 GB of disk.

SQL fills two SQLite databases.  For each list it prints the medians, their ratio and how SQLite finds the rows.  A page
that only the large one can fill is compared with a full page of the small one.  The exit code is 0 only if no page of
the large one takes three times as long, but for combinations that leave next to nothing.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

from sqlalchemy import Connection, text

from muggins.store import bots, matches, ratings, tournaments
from muggins.store.database import Database
from muggins.store.matches import Filter
from muggins.store.paging import Page
from tests.store.plans import plans

SMALL, LARGE = 1_000, 1_000_000
LOOKS = 40  # at each page, first at the small database, then at the large one
SLOWEST = 3.0  # times as long as with few matches
PAGE = 50

# 200 bots, 100 events, four pools.  Every hundredth match is void, the last eight are being played.
FILL = (
    """INSERT INTO bots (id, name, key, owner, house, matches, created_at)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
    SELECT i, 'bot ' || i, 'bot ' || i, 'owner', 0, 0, '2030-01-01 00:00:00' FROM n""",
    """INSERT INTO tournaments (id, name, key, definition, format, game, seats, pool, rated, state, total, created_at)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
    SELECT i, 'event ' || i, 'event ' || i, '', 'round-robin', 'cribbage', 2, 'cribbage/2', 1, 'running', 1,
    '2030-01-01 00:00:00' FROM n""",
    """INSERT INTO pools (name, results) VALUES ('pool/0', 0), ('pool/1', 0), ('pool/2', 0), ('pool/3', 0)""",
    """INSERT INTO matches (id, tournament_id, pairing, game_index, attempt, game, seats, pool, options, rated,
    anonymous, state, counted, rated_seq, termination, rules_version, commitment, started_at, ended_at)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {matches})
    SELECT printf('%016x', i), i % 100 + 1, i, 0, 1, 'cribbage', 2, 'pool/' || (i % 4), '{{}}', 1, 0,
    CASE WHEN i > {matches} - 8 THEN 'running' WHEN i % 100 = 7 THEN 'void' ELSE 'finished' END,
    i <= {matches} - 8 AND i % 100 <> 7, CASE WHEN i <= {matches} - 8 AND i % 100 <> 7 THEN i END,
    CASE WHEN i <= {matches} - 8 THEN 'finished' END, 1, zeroblob(32), datetime('2030-01-01', i || ' seconds'),
    CASE WHEN i <= {matches} - 8 THEN datetime('2030-01-01', (i + 1) || ' seconds') END FROM n""",
    """INSERT INTO match_seats (match_id, seat, side, bot_id, started_at, points, place, score, faults, struck_out)
    SELECT m.id, s.column1, s.column1, (m.pairing * 7 + s.column1 * 31) % 200 + 1, m.started_at, 1, 0, 61, '{{}}', 0
    FROM matches m, (VALUES (0), (1)) s""",
    """INSERT INTO ratings (pool, bot_id, rating, matches, won, drawn, lost)
    SELECT p.name, b.id, 1500 + b.id % 97, 1, 1, 0, 0 FROM pools p, bots b""",
    """INSERT INTO rating_changes (pool, seq, bot_id, match_id, before, after, k)
    SELECT m.pool, m.rated_seq, s.bot_id, m.id, 1500, 1501, 20 FROM matches m JOIN match_seats s ON s.match_id = m.id
    WHERE m.rated_seq IS NOT NULL""",
)
List = Callable[[Connection], Any]


def a_page(wanted: Filter) -> List:
    return lambda conn: matches.page(conn, wanted, PAGE)


LISTS: dict[str, List] = {
    "all matches": a_page(Filter()),
    "of a bot": a_page(Filter(bot="bot 7")),
    "of an event": a_page(Filter(event="event 7")),
    "of a pool": a_page(Filter(pool="pool/1")),
    "finished": a_page(Filter(state="finished")),
    "running": a_page(Filter(state="running")),
    "void": a_page(Filter(state="void")),
    "running in a pool": a_page(Filter(pool="pool/1", state="running")),
    "void in an event": a_page(Filter(event="event 8", state="void")),
    "of a bot in a pool": a_page(Filter(bot="bot 7", pool="pool/1")),
    "running of a bot": a_page(Filter(bot="bot 7", state="running")),
    "rankings": lambda conn: ratings.page(conn, "pool/1", PAGE),
    "bots": lambda conn: bots.page(conn, PAGE),
    "events": lambda conn: tournaments.page(conn, PAGE),
    "one match": lambda conn: matches.get(conn, f"{500:016x}"),
}
# Where two of them leave next to nothing, all matches of one bot or one event are looked through: 10,000 here.
SPARSE: dict[str, List] = {
    "running in an event": a_page(Filter(event="event 8", state="running")),
    "of a bot in an event": a_page(Filter(bot="bot 7", event="event 7")),
}


class Look(NamedTuple):
    """A page of one list in both databases."""

    name: str
    small: float  # seconds, medians
    large: float
    filled: bool  # the page of the large one
    plans: list[list[str]]  # of each statement that the page takes


def filled(path: Path, number: int) -> Database:
    database = Database.open(path)

    def fill(conn: Connection) -> None:
        for statement in FILL:
            conn.execute(text(statement.format(matches=number)))
        conn.execute(text("UPDATE bots SET matches = (SELECT count(*) FROM match_seats s WHERE s.bot_id = bots.id)"))

    database.writer.submit(fill).result()
    return database


def timed(database: Database, query: List) -> float:
    start = perf_counter()
    database.read(query)
    return perf_counter() - start


def look(name: str, small: Database, large: Database) -> Look:
    query = (LISTS | SPARSE)[name]
    times = [(timed(small, query), timed(large, query)) for _ in range(LOOKS)]
    page = large.read(query)
    return Look(
        name,
        median(t for t, _ in times),
        median(t for _, t in times),
        isinstance(page, Page) and len(page.rows) == PAGE,
        large.read(lambda conn: plans(conn, query)),
    )


def main() -> int:
    with TemporaryDirectory() as folder:
        small, large = (filled(Path(folder) / f"{number}.db", number) for number in (SMALL, LARGE))
        looks = [look(name, small, large) for name in (*LISTS, *SPARSE)]
        full = looks[0].small
        small.close()
        large.close()
    print(f"{'a page of ' + str(PAGE):22}{SMALL:>11,}{LARGE:>12,}   ratio")
    ratios = [found.large / max(found.small, full if found.filled else 0) for found in looks]
    for found, ratio in zip(looks, ratios, strict=True):
        print(f"{found.name:22}{found.small * 1e3:8.2f} ms{found.large * 1e3:9.2f} ms{ratio:8.2f}")
        for plan in found.plans:
            print("    " + "; ".join(plan))
    return 0 if max(ratios[: len(LISTS)]) < SLOWEST else 1


if __name__ == "__main__":
    sys.exit(main())
