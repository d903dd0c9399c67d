"""What the database must hold after a storm, worked out from the rules of the house and from what was acknowledged."""

import statistics
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, select, text

from muggins.referee.verify import Discrepancy, read_lines, verify
from muggins.store import logs
from muggins.store.check import check
from muggins.store.models import matches, ratings, tournaments
from muggins.store.schema import metadata
from tests.crash.players import Memory

TOLERANCE: Final = 1e-9
SLOTS: Final = {4: 12, 3: 6}  # matches of a double round robin, by entrants


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found; ``lost`` and ``doubled`` have the ids, ``wrong`` a line for each thing that should not be."""

    results: int
    void: int
    lost: list[str]
    doubled: list[str]
    wrong: list[str]
    match_seconds: float  # the median


def judge(conn: Connection, memory: Memory) -> Verdict:
    """Look at everything."""
    rows = conn.execute(select(matches)).all()
    finished = {row.id: row for row in rows if row.state == "finished"}
    slots: defaultdict[tuple[int, int, int], list[str]] = defaultdict(list)
    for row in finished.values():
        slots[row.tournament_id, row.pairing, row.game_index].append(row.id)
    seconds = [(row.ended_at - row.started_at).total_seconds() for row in finished.values()]
    told = {match_id for match_id, (termination, _) in memory.ends.items() if termination != "void_server"}
    return Verdict(
        results=len(finished),
        void=sum(row.state == "void" for row in rows),
        lost=sorted(told - finished.keys()),
        doubled=sorted(match_id for ids in slots.values() if len(ids) > 1 for match_id in ids),
        wrong=[
            *memory.contradictions,
            *_events(conn, slots),
            *_ends(conn, memory),
            *_logs(conn, finished),
            *_fold(conn),
        ]
        + [f"match {row.id} is left {row.state}" for row in rows if row.state not in ("finished", "void")]
        + list(check(conn)),
        match_seconds=statistics.median(seconds) if seconds else 0.0,
    )


def _events(conn: Connection, slots: defaultdict[tuple[int, int, int], list[str]]) -> Iterator[str]:
    counts = conn.execute(text("SELECT tournament_id, count(*) AS bots FROM entrants GROUP BY 1"))
    entered = {row.tournament_id: row.bots for row in counts}
    for event in conn.execute(select(tournaments)):
        counted = sum(key[0] == event.id for key in slots)
        if (event.state, event.played, counted) != ("finished", SLOTS[entered[event.id]], event.played):
            yield f"{event.name} is {event.state} with {event.played} results said and {counted} stored"


def _ends(conn: Connection, memory: Memory) -> Iterator[str]:
    """What the bots were told is what is stored."""
    stored: defaultdict[str, dict[int, tuple[int, int, int]]] = defaultdict(dict)
    for row in conn.execute(select(metadata.tables["match_seats"])):
        stored[row.match_id][row.side] = row.points, row.place, row.score
    for match_id, (termination, sides) in memory.ends.items():
        if termination == "finished" and [stored[match_id].get(side) for side in range(len(sides))] != sides:
            yield f"match {match_id} was told to end otherwise than it is stored"


def _logs(conn: Connection, finished: Iterable[str]) -> Iterator[str]:
    for match_id in finished:
        try:
            verify(read_lines("".join(logs.text(logs.get(conn, match_id)))))
        except Discrepancy as found:
            yield f"the log of {match_id} does not hold: {found}"


def _fold(conn: Connection) -> Iterator[str]:
    """Elo for two, written once more: start 1500, K 40 for the first 30 matches and 20 after, logistic with 400."""
    rated = conn.execute(
        text(
            "SELECT m.pool, a.bot_id AS a, b.bot_id AS b, a.place AS pa, b.place AS pb FROM matches m"
            " JOIN match_seats a ON a.match_id = m.id AND a.seat = 0"
            " JOIN match_seats b ON b.match_id = m.id AND b.seat = 1"
            " WHERE m.rated_seq IS NOT NULL ORDER BY m.pool, m.rated_seq"
        )
    )
    value: defaultdict[tuple[str, int], float] = defaultdict(lambda: 1500.0)
    count: defaultdict[tuple[str, int], int] = defaultdict(int)
    for row in rated:
        a, b = (row.pool, row.a), (row.pool, row.b)
        surprise = (0.5 + (row.pb - row.pa) / 2) - 1 / (1 + 10 ** ((value[b] - value[a]) / 400))
        for key, change in ((a, surprise), (b, -surprise)):
            value[key] += (40 if count[key] < 30 else 20) * change
            count[key] += 1
    for row in conn.execute(select(ratings)):
        if abs(value[row.pool, row.bot_id] - row.rating) > TOLERANCE:
            yield f"the rating of bot {row.bot_id} in {row.pool} is {row.rating}, not {value[row.pool, row.bot_id]}"
