"""Lists of matches: newest first, filtered, in pages that lose and repeat nothing."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy import Connection, text

from muggins.referee.outcome import Slot, Termination
from muggins.store import attempts, matches
from muggins.store.database import Database
from muggins.store.errors import BadPageToken, NotFound
from muggins.store.matches import Filter
from tests.store.making import NAMES, add_bots, add_event, at, new_match, play
from tests.store.plans import plans

COUNT = 40


def table(number: int) -> list[int]:
    """Who sits where in that match, as indices of NAMES: two seats and four in turn."""
    return [(number + seat) % len(NAMES) for seat in range(2 if number % 2 else 4)]


def state(number: int) -> str:
    return "running" if number % 5 == 0 else "void" if number % 7 == 0 else "finished"


def fill(conn: Connection) -> None:
    """Matches of which four start together, every third of an event."""
    ids = add_bots(conn)
    cup = add_event(conn, ids)
    for number in range(COUNT):
        slot = Slot(cup.id, number) if number % 3 == 0 else None
        match = new_match([ids[bot] for bot in table(number)], slot, at(number // 4))
        match = replace(match, id=f"m{number:015}")
        if state(number) == "finished":
            play(conn, match)
            continue
        attempts.begin(conn, match)
        if state(number) == "void":
            attempts.void(conn, match.id, Termination.CANCELLED, at(number))


def pages(database: Database, wanted: Filter, size: int) -> list[str]:
    seen, token = list[str](), ""
    while True:
        page = database.read(matches.page, wanted, size, token)
        seen += [match.id for match in page.rows]
        token = page.next_token
        if not token:
            return seen
        assert len(page.rows) == size


FILTERS: list[tuple[Filter, Callable[[int], bool]]] = [
    (Filter(), lambda n: True),
    (Filter(bot="Dee"), lambda n: 3 in table(n)),
    (Filter(event="the cup"), lambda n: n % 3 == 0),
    (Filter(pool="cribbage/4"), lambda n: n % 2 == 0),
    (Filter(state="running"), lambda n: state(n) == "running"),
    (Filter(bot="Dee", state="running"), lambda n: 3 in table(n) and state(n) == "running"),
    (Filter(pool="cribbage/2", state="void"), lambda n: n % 2 == 1 and state(n) == "void"),
    (Filter("ann", "the cup", "cribbage/4", "finished"), lambda n: 0 in table(n) and n % 6 == 0 and n % 5 != 0),
    (Filter(pool="chess/2"), lambda n: False),
]


@pytest.mark.parametrize(("wanted", "fits"), FILTERS, ids=[str(wanted) for wanted, _ in FILTERS])
def test_a_list_has_each_match_wanted_once_newest_first(
    database: Database, wanted: Filter, fits: Callable[[int], bool]
) -> None:
    database.writer.submit(fill).result()
    expected = [f"m{n:015}" for n in reversed(range(COUNT)) if fits(n)]
    for size in (1, 3, 500):
        assert pages(database, wanted, size) == expected


def test_a_match_in_a_list_is_the_match_itself(database: Database) -> None:
    database.writer.submit(fill).result()
    for match in database.read(matches.page).rows:
        assert match == database.read(matches.get, match.id)
        assert len(match.seats) == len(table(int(match.id[1:])))


def test_matches_that_start_meanwhile_do_not_shift_the_next_page(database: Database) -> None:
    database.writer.submit(fill).result()
    first = database.read(matches.page, Filter(), 10)
    database.writer.submit(play, new_match([1, 2], started=at(999))).result()
    second = database.read(matches.page, Filter(), 10, first.next_token)
    assert [match.id for match in second.rows] == [f"m{n:015}" for n in range(29, 19, -1)]


def test_unknown_names_and_made_up_tokens_get_a_clear_answer(database: Database) -> None:
    with pytest.raises(NotFound, match="no bot 'zoe'"):
        database.read(matches.page, Filter(bot="zoe"))
    with pytest.raises(NotFound, match="no event 'zoe'"):
        database.read(matches.page, Filter(event="zoe"))
    for token in ("!", "WzEsMV0", "WzFlOTksIngiXQ"):
        with pytest.raises(BadPageToken):
            database.read(matches.page, Filter(), 10, token)


@pytest.mark.parametrize(
    "wanted", [Filter(), Filter(bot="ann"), Filter(event="the cup"), Filter(state="running")], ids=str
)
def test_no_list_sorts_all_matches(on_sqlite: Database, wanted: Filter) -> None:
    on_sqlite.writer.submit(fill).result()

    def plan(conn: Connection) -> str:
        query = matches.newest_first(conn, wanted, 10)
        literal = str(query.compile(conn, compile_kwargs={"literal_binds": True}))
        return "\n".join(row.detail for row in conn.execute(text(f"EXPLAIN QUERY PLAN {literal}")))

    assert "USE TEMP B-TREE" not in on_sqlite.read(plan)


def test_what_fills_in_a_page_is_found_by_whole_keys(on_sqlite: Database) -> None:
    """A bot of many matches has as many rating changes: to look through them all took 4 ms for each seat of a page."""
    on_sqlite.writer.submit(fill).result()
    steps = [step for plan in on_sqlite.read(plans, matches.page) for step in plan]
    assert [step for step in steps if "rating_changes" in step and "(match_id=? AND bot_id=?)" in step]
    assert not [step for step in steps if step.startswith("SCAN") and "INDEX" not in step]
