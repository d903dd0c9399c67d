"""Stored ratings are always a fold over the stored results, in the order in which they were recorded."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, select, text

from muggins.referee.outcome import Outcome, SeatOutcome, Verdict
from muggins.store import attempts, ratings, rebuild, results
from muggins.store.check import check
from muggins.store.database import Database
from muggins.store.errors import BadPageToken
from muggins.store.fold import Standing
from muggins.store.models import rating_changes
from muggins.store.rebuild import Rebuilt
from tests.store.making import NAMES, add_bots, add_event, new_match, outcome, play

Game = tuple[list[int], list[int], list[Verdict], bool]  # bots by seat, places by side, verdicts by seat, rated


@st.composite
def games(draw: st.DrawFn) -> Game:
    seats = draw(st.integers(2, 4))
    table = draw(st.permutations(range(len(NAMES))))[:seats]
    points = draw(st.lists(st.integers(0, 2), min_size=3 if seats == 3 else 2, max_size=3 if seats == 3 else 2))
    places = [sum(other > mine for other in points) for mine in points]
    verdicts = draw(st.lists(st.sampled_from(Verdict), min_size=seats, max_size=seats))
    return table, places, verdicts, draw(st.booleans())


def record(conn: Connection, ids: list[int], game: Game) -> None:
    table, places, verdicts, rated = game
    match = replace(new_match([ids[bot] for bot in table]), rated=rated)
    attempts.begin(conn, match)
    ended: Outcome = outcome(match, places)
    results.record_result(conn, replace(ended, seats=tuple(SeatOutcome(verdict=verdict) for verdict in verdicts)))


def everything(conn: Connection) -> tuple[object, ...]:
    return tuple(
        conn.execute(text(f"SELECT * FROM {table} ORDER BY 1, 2, 3")).all()
        for table in ("ratings", "rating_changes", "matches", "match_seats")
    )


@settings(max_examples=25, deadline=None)
@given(st.lists(games(), max_size=40))
def test_a_rebuild_changes_nothing(played: list[Game]) -> None:
    with TemporaryDirectory() as folder, Database.open(Path(folder) / "muggins.db") as database:
        ids = database.writer.submit(add_bots).result()
        for future in [database.writer.submit(record, ids, game) for game in played]:
            future.result()
        before = database.read(everything)
        found = database.writer.submit(rebuild.rebuild).result()
        assert found == Rebuilt(sum(rated for *_, rated in played), {})
        assert database.read(everything) == before
        assert database.read(check) == []


@pytest.fixture
def rated(database: Database) -> Database:
    """A database with rated results in two pools."""
    ids = database.writer.submit(add_bots).result()
    for n in range(12):
        database.writer.submit(play, new_match([ids[n % 3], ids[3 + n % 2]]), (n % 2, 1 - n % 2)).result()
    database.writer.submit(play, new_match(ids[:3]), (0, 1, 1)).result()
    return database


def test_each_change_starts_where_the_last_one_ended(rated: Database) -> None:
    query = select(rating_changes).order_by(rating_changes.c.pool, rating_changes.c.seq)
    now: dict[tuple[str, int], float] = {}
    rows = rated.read(lambda conn: conn.execute(query).all())
    for row in rows:
        assert row.before == now.get((row.pool, row.bot_id), 1500.0)
        now[row.pool, row.bot_id] = row.after
    assert [row.seq for row in rows if row.pool == "cribbage/2"] == [n for n in range(1, 13) for _ in range(2)]
    for pool in rated.read(ratings.all_pools):
        for line in rated.read(ratings.page, pool).rows:
            assert line.standing.rating == now[pool, line.bot_id]


TAMPERING = {
    "UPDATE ratings SET rating = rating + 100 WHERE pool = 'cribbage/2' AND bot_id = 1": 1,
    "UPDATE ratings SET won = won + 1 WHERE pool = 'cribbage/2' AND bot_id IN (1, 2)": 2,
    "DELETE FROM ratings WHERE pool = 'cribbage/2' AND bot_id = 4": 1,
    "INSERT INTO ratings VALUES ('cribbage/2', 8, 2000, 0, 0, 0, 0)": 1,
    "DELETE FROM rating_changes WHERE pool = 'cribbage/2' AND seq = 5": 2,
    "UPDATE rating_changes SET after = after + 1 WHERE pool = 'cribbage/2' AND seq = 5 AND bot_id = 2": 1,
    "INSERT INTO rating_changes SELECT pool, 99, 8, match_id, 1500, 1600, 40 FROM rating_changes"
    " WHERE pool = 'cribbage/2' AND seq = 5 AND bot_id = 2": 1,
    "UPDATE match_seats SET place = 1 - place WHERE match_id IN (SELECT id FROM matches WHERE rated_seq = 12)": 2,
}


@pytest.mark.parametrize(("tampering", "bots"), TAMPERING.items())
def test_tampering_is_found_and_undone(rated: Database, tampering: str, bots: int) -> None:
    other_pool = rated.read(ratings.page, "cribbage/3").rows
    rated.writer.submit(Connection.exec_driver_sql, tampering).result()
    line = f"{bots} ratings of cribbage/2 are not what their results give (muggins ratings rebuild)"
    assert rated.read(check) == [line]
    assert rated.writer.submit(rebuild.rebuild).result() == Rebuilt(13, {"cribbage/2": bots})
    assert rated.read(check) == []
    assert rated.writer.submit(rebuild.rebuild).result() == Rebuilt(13, {})
    assert rated.read(ratings.page, "cribbage/3").rows == other_pool


BROKEN = {
    "UPDATE tournaments SET played = 3": "1 events say that another number of results is in than is",
    "UPDATE bots SET matches = 0 WHERE id = 1": "1 bots say that they played another number of matches than they did",
    "DELETE FROM logs": "13 finished matches have no log",
    "UPDATE seeds SET opened_at = NULL": "13 matches have no seed, or one that is not open exactly when they are over",
    "UPDATE pools SET results = results + 1": "2 pools have gaps in the numbers of their results",
    "UPDATE match_seats SET place = NULL WHERE seat = 2": "1 finished matches lack a seat or its place",
}


@pytest.mark.parametrize(("harm", "line"), BROKEN.items())
def test_a_broken_promise_is_found(rated: Database, harm: str, line: str) -> None:
    rated.writer.submit(add_event, [1, 2]).result()
    assert rated.read(check) == []
    rated.writer.submit(Connection.exec_driver_sql, harm).result()
    assert rated.read(check) == [line]


def test_rankings_share_ranks_and_come_in_pages(rated: Database) -> None:
    whole = rated.read(ratings.page, "cribbage/3").rows
    assert [(line.rank, line.bot) for line in whole] == [(1, "ann"), (2, "cyd"), (2, "bob")]
    assert whole[0].standing == Standing(1520.0, 1, won=1)
    assert [line.standing.lost for line in whole] == [0, 1, 1]
    seen, token = list[ratings.Ranking](), ""
    while token or not seen:
        page = rated.read(ratings.page, "cribbage/3", 1, token)
        seen, token = seen + list(page.rows), page.next_token
    assert seen == whole
    assert rated.read(ratings.page, "chess/2").rows == []
    assert rated.read(ratings.all_pools) == ["cribbage/2", "cribbage/3"]
    for wrong in ("WzEsMV0", "WyJ4IiwxXQ"):
        with pytest.raises(BadPageToken):
            rated.read(ratings.page, "cribbage/3", 1, wrong)


def test_sharing_the_first_place_is_a_draw_and_the_rest_loses(database: Database) -> None:
    ids = database.writer.submit(add_bots).result()
    database.writer.submit(play, new_match(ids[:3]), (0, 0, 2)).result()
    lines = database.read(ratings.page, "cribbage/3").rows
    counts = {line.bot: (line.standing.won, line.standing.drawn, line.standing.lost) for line in lines}
    assert counts == {"ann": (0, 1, 0), "bob": (0, 1, 0), "cyd": (0, 0, 1)}
