"""Fills a database with matches of the past, by SQL, as if an event of many years lay behind it."""

from datetime import UTC, datetime

from sqlalchemy import Connection, text

from muggins.store import bots

# A row for each number up to :rows; ids are in hexadecimal, so that they mix with real ones.
NUMBERS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :rows)"
MATCHES = f"""
INSERT INTO matches (id, attempt, game, seats, pool, options, rated, anonymous, state, counted, rated_seq, termination,
                     rules_version, commitment, started_at, ended_at)
{NUMBERS} SELECT printf('%016x', (i * 2654435761) % 4294967296), 1, 'cribbage', 2, 'cribbage/2', '{{}}', 1, 0,
                 'finished', 1, i, 'finished', 1, zeroblob(32), :at, :at FROM n
"""
SEATS = """
INSERT INTO match_seats (match_id, seat, side, bot_id, started_at, points, place, score, faults, struck_out, verdict)
SELECT id, :seat, :seat, :bot, started_at, 1 - :seat, :seat, 121 - :seat, '{}', 0, 'placed' FROM matches
"""
LOGS = "INSERT INTO logs (match_id, record) SELECT id, randomblob(500) FROM matches"
CHANGES = """
INSERT INTO rating_changes (pool, seq, bot_id, match_id, before, after, k)
SELECT pool, rated_seq, :bot, id, 1500, 1500, 20 FROM matches
"""
POOL = "INSERT INTO pools (name, results) VALUES ('cribbage/2', :rows)"


def fill(conn: Connection, rows: int) -> None:
    """Write so many finished, rated matches of cribbage between two bots of the past."""
    at = datetime(2025, 1, 1, tzinfo=UTC)
    past = [bots.add(conn, f"past-{seat}", "bench", at)[0].id for seat in range(2)]
    conn.execute(text(MATCHES), {"rows": rows, "at": "2025-01-01 00:00:00.000000"})
    conn.execute(text(POOL), {"rows": rows})
    conn.execute(text(LOGS))
    for seat, bot in enumerate(past):
        conn.execute(text(SEATS), {"seat": seat, "bot": bot})
        conn.execute(text(CHANGES), {"bot": bot})
