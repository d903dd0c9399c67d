"""Bots that come to an event late or leave it, as the store keeps it."""

import pytest
from sqlalchemy import Connection

from muggins.director.rules import read_event
from muggins.referee.outcome import Slot
from muggins.store import bots, entries, tournaments
from muggins.store.database import Database
from muggins.store.errors import CannotEnter, NotFound, WrongState
from muggins.store.events import _create
from muggins.store.ledger import definition_of, results_of
from muggins.store.tournaments import State, Tournament
from muggins_tournaments import EventDefinition, schedule
from tests.store.making import NAMES, NOON, add_bots, new_match, play

FILE = 'name = "cup"\ngame = "cribbage"\nseats = 2\nentrants = ["ann", "bob", "cyd", "dee"]\n'
SWISS = FILE + 'format = "swiss"\nrounds = 3\n'


def make(conn: Connection, text: str) -> Tournament:
    add_bots(conn)
    _create(conn, read_event(text, "cup.toml"), text, "cup.toml", NOON)
    return tournaments.set_state(conn, "cup", State.RUNNING, NOON)


def play_open(conn: Connection, most: int = 100) -> None:
    """Play what is open now, the first seat winning."""
    event = tournaments.get(conn, "cup")
    results = {result.key: result for result in results_of(conn, event.id)}
    for slot in list(schedule(definition_of(conn, event)).open(results))[:most]:
        ids = [bots.get(conn, bot).id for bot in slot.seats]
        play(conn, new_match(ids, Slot(event.id, *slot.key)))


def now(conn: Connection) -> EventDefinition:
    return definition_of(conn, tournaments.get(conn, "cup"))


def test_a_late_entrant_stands_last_and_the_event_grows(database: Database) -> None:
    database.writer.submit(make, FILE).result()
    event = database.writer.submit(entries.enter, "Cup", "Eve").result()
    assert event.total == 10
    definition = database.read(now)
    assert (definition.entrants[-1], dict(definition.late)) == ("eve", {"eve": 0})
    assert database.read(lambda conn: tournaments.entered(conn, event.id))[-1].from_round == 0


def test_a_late_entrant_of_a_swiss_comes_in_the_round_that_is_not_paired(database: Database) -> None:
    database.writer.submit(make, SWISS).result()
    database.writer.submit(play_open, 1).result()
    database.writer.submit(entries.enter, "cup", "eve").result()
    assert dict(database.read(now).late) == {"eve": 1}
    database.writer.submit(play_open).result()
    database.writer.submit(entries.enter, "cup", "fay").result()
    assert dict(database.read(now).late) == {"eve": 1, "fay": 2}
    database.writer.submit(play_open).result()
    with pytest.raises(CannotEnter, match="'gus' cannot enter 'cup': the last round is paired"):
        database.writer.submit(entries.enter, "cup", "gus").result()


def test_who_leaves_is_remembered_with_the_round(database: Database) -> None:
    database.writer.submit(make, SWISS).result()
    database.writer.submit(play_open).result()
    database.writer.submit(entries.withdraw, "cup", "BOB").result()
    assert dict(database.read(now).gone) == {"bob": 2}
    with pytest.raises(NotFound, match="no entrant of that event 'bob'"):
        database.writer.submit(entries.withdraw, "cup", "bob").result()


@pytest.mark.parametrize(
    ("bot", "kind", "reason"),
    [
        ("ann", "swiss", "it is there, or was"),
        ("hal", "swiss", "it was retired"),
        ("eve", "knockout", "who meets whom there is drawn at the start"),
    ],
)
def test_who_cannot_enter_is_told_why(database: Database, bot: str, kind: str, reason: str) -> None:
    text = FILE + f'format = "{kind}"\n' + ("rounds = 3\n" if kind == "swiss" else "")
    database.writer.submit(make, text).result()
    database.writer.submit(bots.retire, "hal", NOON).result()
    with pytest.raises(CannotEnter, match=f"{bot!r} cannot enter 'cup': {reason}"):
        database.writer.submit(entries.enter, "cup", bot).result()


def test_nobody_comes_or_goes_when_it_is_over(database: Database) -> None:
    database.writer.submit(make, FILE).result()
    database.writer.submit(tournaments.set_state, "cup", State.CANCELLED, NOON).result()
    with pytest.raises(WrongState, match="'cup' is cancelled and cannot become entered"):
        database.writer.submit(entries.enter, "cup", "eve").result()
    with pytest.raises(WrongState, match="'cup' is cancelled and cannot become left"):
        database.writer.submit(entries.withdraw, "cup", "ann").result()


def test_before_it_starts_everybody_comes_from_the_beginning(database: Database) -> None:
    def created(conn: Connection) -> None:
        add_bots(conn)
        _create(conn, read_event(SWISS, "cup.toml"), SWISS, "cup.toml", NOON)
        entries.enter(conn, "cup", "eve")
        entries.withdraw(conn, "cup", "ann")

    database.writer.submit(created).result()
    definition = database.read(now)
    assert (dict(definition.late), dict(definition.gone)) == ({"eve": 0}, {"ann": 0})
    seated = {bot for slot in schedule(definition).open({}) for bot in slot.seats}
    assert seated == {"bob", "cyd", "dee", "eve"}


def test_the_events_that_a_bot_is_in_are_those_that_are_not_over(database: Database) -> None:
    database.writer.submit(make, FILE).result()

    def of(conn: Connection, bot: str) -> list[str]:
        return list(tournaments.going_on_with(conn, bots.get(conn, bot).id))

    assert database.read(lambda conn: [of(conn, name) for name in NAMES[:5]]) == [["cup"]] * 4 + [[]]
    database.writer.submit(entries.withdraw, "cup", "ann").result()
    assert database.read(lambda conn: of(conn, "ann")) == []
    database.writer.submit(tournaments.set_state, "cup", State.CANCELLED, NOON).result()
    assert database.read(lambda conn: of(conn, "bob")) == []


def test_the_owners_are_known_where_it_matters_who_owns_a_bot(database: Database) -> None:
    database.writer.submit(make, FILE).result()
    assert dict(database.read(now).owners) == dict.fromkeys(("ann", "bob", "cyd", "dee"), "owner")
