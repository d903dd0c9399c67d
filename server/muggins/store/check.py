"""Whether a database keeps its promises."""

from collections.abc import Sequence

from sqlalchemy import Connection, text

from muggins.store import rebuild

# What is promised, and a query that counts where it is broken.
_UNNAMED = "(m.anonymous AND EXISTS (SELECT 1 FROM tournaments t WHERE t.id = m.tournament_id AND t.ended_at IS NULL))"
PROMISES = (
    (
        "pairings have more than one counted result",
        "SELECT count(*) FROM (SELECT 1 FROM matches WHERE counted AND tournament_id IS NOT NULL"
        " GROUP BY tournament_id, pairing, game_index HAVING count(*) > 1) AS twice",
    ),
    (
        "matches count without being finished, or are finished without counting",
        "SELECT count(*) FROM matches WHERE counted <> (state = 'finished')",
    ),
    (
        "finished matches are rated without a number in their pool, or the other way round",
        f"SELECT count(*) FROM matches m WHERE counted AND (rated AND NOT {_UNNAMED}) <> (rated_seq IS NOT NULL)",
    ),
    (
        "finished matches lack a seat or its place",
        "SELECT count(*) FROM matches m WHERE counted AND seats <> (SELECT count(place) FROM match_seats s"
        " WHERE s.match_id = m.id)",
    ),
    (
        "finished matches have no log",
        "SELECT count(*) FROM matches m WHERE counted AND NOT EXISTS (SELECT 1 FROM logs l WHERE l.match_id = m.id)",
    ),
    (
        "matches have no seed, or one that is not open exactly when they are over",
        "SELECT count(*) FROM matches m LEFT JOIN seeds s ON s.match_id = m.id"
        " WHERE s.match_id IS NULL OR (s.opened_at IS NULL) <> (m.state = 'running')",
    ),
    (
        "events say that another number of results is in than is",
        "SELECT count(*) FROM tournaments t WHERE played <> (SELECT count(*) FROM matches m"
        " WHERE m.tournament_id = t.id AND m.counted)",
    ),
    (
        "bots say that they played another number of matches than they did",
        "SELECT count(*) FROM bots b WHERE matches <> (SELECT count(*) FROM match_seats s"
        " JOIN matches m ON m.id = s.match_id WHERE s.bot_id = b.id AND m.counted"
        f" AND NOT {_UNNAMED})",
    ),
    (
        "pools have gaps in the numbers of their results",
        "SELECT count(*) FROM pools p WHERE results <> (SELECT count(rated_seq) FROM matches m WHERE m.pool = p.name)"
        " OR results <> (SELECT coalesce(max(rated_seq), 0) FROM matches m WHERE m.pool = p.name)",
    ),
)


def check(conn: Connection) -> Sequence[str]:
    """What is wrong, one line each; empty where the database is whole."""
    # A damaged file says nothing about its results, nor do results that are not whole about ratings.
    return (_sqlite(conn) if conn.dialect.name == "sqlite" else []) or _results(conn) or _ratings(conn)


def _results(conn: Connection) -> list[str]:
    counts = [(conn.execute(text(query)).scalar_one(), what) for what, query in PROMISES]
    return [f"{broken} {what}" for broken, what in counts if broken]


def _ratings(conn: Connection) -> list[str]:
    return [
        f"{bots} ratings of {pool} are not what their results give (muggins ratings rebuild)"
        for pool, bots in rebuild.audit(conn).changed.items()
    ]


def _sqlite(conn: Connection) -> list[str]:
    lines = [row[0] for row in conn.execute(text("PRAGMA integrity_check"))]
    found = [] if lines == ["ok"] else [f"SQLite: {line}" for line in lines]
    strays = [row[0] for row in conn.execute(text("PRAGMA foreign_key_check"))]
    return found + [f"{strays.count(table)} rows of {table} point nowhere" for table in sorted(set(strays))]
