import pytest

from muggins.store import tournaments
from muggins.store.database import Database
from muggins.store.errors import BadName, BadPageToken, NameTaken, NotFound, WrongState
from muggins.store.tournaments import NEXT, State
from tests.store.making import NAMES, add_bots, add_event, at


@pytest.fixture
def ids(database: Database) -> list[int]:
    return database.writer.submit(add_bots).result()


def test_an_event_is_stored_as_it_was_defined(database: Database, ids: list[int]) -> None:
    made = database.writer.submit(add_event, ids[::-1]).result()
    assert database.read(tournaments.get, "THE CUP") == made
    assert (made.name, made.definition, made.format) == ("The cup", 'name = "The cup"\n', "round-robin")
    assert (made.state, made.played, made.total, made.started_at) == (State.CREATED, 0, 6, None)
    entered = database.read(tournaments.entered, made.id)
    assert [(entrant.bot_id, entrant.bot) for entrant in entered] == list(zip(ids, NAMES, strict=True))[::-1]


def test_a_name_is_taken_once_and_is_a_good_one(database: Database, ids: list[int]) -> None:
    database.writer.submit(add_event, ids).result()
    with pytest.raises(NameTaken, match="'the CUP' is taken"):
        database.writer.submit(add_event, ids, "the CUP").result()
    with pytest.raises(BadName, match="event name"):
        database.writer.submit(add_event, ids, "cup\n").result()
    with pytest.raises(NotFound, match="no event 'cup"):
        database.read(tournaments.get, "cup\n")


def test_a_bot_enters_once_and_exists(database: Database, ids: list[int]) -> None:
    for wrong in ([ids[0], ids[0]], [ids[0], 999]):
        with pytest.raises(Exception, match="constraint"):
            database.writer.submit(add_event, wrong).result()
    assert database.read(tournaments.page).rows == []


def test_an_event_runs_pauses_goes_on_and_ends(database: Database, ids: list[int]) -> None:
    database.writer.submit(add_event, ids).result()
    way = [State.RUNNING, State.RUNNING, State.PAUSED, State.RUNNING, State.FINISHED]
    for second, state in enumerate(way, start=1):
        event = database.writer.submit(tournaments.set_state, "The cup", state, at(second)).result()
        assert event.state == state
    assert (event.started_at, event.ended_at) == (at(1), at(5))


@pytest.mark.parametrize("state", State)
def test_no_way_leads_where_none_should(database: Database, ids: list[int], state: State) -> None:
    database.writer.submit(add_event, ids).result()
    way = {State.PAUSED: [State.RUNNING, State.PAUSED], State.FINISHED: [State.RUNNING, State.FINISHED]}
    for step in way.get(state, [state]):
        database.writer.submit(tournaments.set_state, "The cup", step, at(1)).result()
    for wanted in set(State) - NEXT[state] - {state}:
        with pytest.raises(WrongState, match=f"'The cup' is {state} and cannot become {wanted}"):
            database.writer.submit(tournaments.set_state, "The cup", wanted, at(2)).result()
    assert database.read(tournaments.get, "The cup").state == state


def test_a_start_finds_the_events_to_go_on_with(database: Database, ids: list[int]) -> None:
    for name in ("one", "two", "three"):
        database.writer.submit(add_event, ids, name).result()
    for name in ("three", "one"):
        database.writer.submit(tournaments.set_state, name, State.RUNNING, at(1)).result()
    assert [event.name for event in database.read(tournaments.in_state, State.RUNNING)] == ["one", "three"]


def test_pages_are_newest_first(database: Database, ids: list[int]) -> None:
    for number in range(7):
        database.writer.submit(add_event, ids, f"cup {number}").result()
    seen, token = list[str](), ""
    while token or not seen:
        page = database.read(tournaments.page, 3, token)
        seen, token = seen + [event.name for event in page.rows], page.next_token
    assert seen == [f"cup {number}" for number in reversed(range(7))]
    for wrong in ("WzEsIngiXQ", "WzFlOTksMV0", "Wzk5OTk5OTk5OTk5OTk5OTk5OTk5OTksMV0"):
        with pytest.raises(BadPageToken):
            database.read(tournaments.page, 3, wrong)
