"""Bots, their tokens and their versions."""

import re

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from muggins.store import bots, tokens
from muggins.store.database import Database
from muggins.store.errors import BadName, BadPageToken, NameTaken, NotFound
from muggins.store.models import bots as bots_table
from muggins.store.models import tokens as tokens_table
from muggins.store.tokens import Identity, Role
from tests.store.making import NAMES, NOON, add_bots, at


def test_a_token_says_who_holds_it_and_is_not_stored(database: Database) -> None:
    bot, token = database.writer.submit(bots.add, "Ann", "Ms A", NOON, house=True).result()
    assert (bot.name, bot.owner, bot.house, bot.created_at, bot.retired_at) == ("Ann", "Ms A", True, NOON, None)
    assert re.fullmatch(r"mug_[\w-]{43}", token)
    assert database.read(tokens.authenticate, token) == Identity(Role.OWNER, "Ms A", bot.id, "Ann")
    stored = database.read(lambda conn: conn.execute(select(tokens_table)).one())
    assert token.removeprefix("mug_") not in str(stored)


@pytest.mark.parametrize("token", ["", "mug_", "nonsense", "\ud800", "mug_" + "A" * 43])
def test_a_wrong_token_is_nobody(database: Database, token: str) -> None:
    database.writer.submit(add_bots).result()
    assert database.read(tokens.authenticate, token) is None


def test_a_rotated_token_replaces_all_others_of_that_bot_alone(database: Database) -> None:
    _, old = database.writer.submit(bots.add, "ann", "owner", NOON).result()
    _, other = database.writer.submit(bots.add, "bob", "owner", NOON).result()
    new = database.writer.submit(bots.rotate, "ANN", at(1)).result()
    known = [database.read(tokens.authenticate, t) for t in (old, other, new)]
    assert [who and who.bot for who in known] == [None, "bob", "ann"]


def test_an_organiser_has_no_bot_and_can_be_replaced(database: Database) -> None:
    old = database.writer.submit(tokens.issue, Role.ORGANISER, "Olga", NOON).result()
    assert database.read(tokens.authenticate, old) == Identity(Role.ORGANISER, "Olga")
    database.writer.submit(tokens.revoke_organisers, at(1)).result()
    assert database.read(tokens.authenticate, old) is None
    with pytest.raises(IntegrityError):
        database.writer.submit(tokens.issue, Role.OWNER, "nobody", NOON).result()


def test_a_retired_bot_keeps_its_name_and_loses_its_token(database: Database) -> None:
    _, token = database.writer.submit(bots.add, "ann", "owner", NOON).result()
    for moment in (at(1), at(2)):  # once is enough
        assert database.writer.submit(bots.retire, "ann", moment).result().retired_at == at(1)
    assert database.read(tokens.authenticate, token) is None
    with pytest.raises(NotFound, match="no active bot 'ann'"):
        database.writer.submit(bots.rotate, "ann", at(3)).result()
    with pytest.raises(NameTaken):
        database.writer.submit(bots.add, "Ann", "another", at(3)).result()


@pytest.mark.parametrize("name", ["ANN", "\uff41nn"])  # the second begins with a wide letter
def test_a_name_that_looks_like_another_is_taken(database: Database, name: str) -> None:
    database.writer.submit(bots.add, "ann", "owner", NOON).result()
    with pytest.raises(NameTaken, match="is taken"):
        database.writer.submit(bots.add, name, "owner", NOON).result()
    assert database.read(bots.get, name).name == "ann"


def test_a_bad_name_or_owner_adds_nothing(database: Database) -> None:
    for name, owner in (("a", "owner"), ("ann", ""), ("ann", "own\ner")):
        with pytest.raises(BadName):
            database.writer.submit(bots.add, name, owner, NOON).result()
    assert database.read(bots.page).rows == []


def test_who_is_unknown(database: Database) -> None:
    with pytest.raises(NotFound, match="There is no bot 'zoe'"):
        database.read(bots.get, "zoe")


def test_pages_hold_every_bot_once_by_name_whatever_comes_in_between(database: Database) -> None:
    database.writer.submit(add_bots, sorted(NAMES, reverse=True)).result()
    first = database.read(bots.page, 3)
    database.writer.submit(add_bots, ["aaa", "zzz"]).result()
    seen, token = list(first.rows), first.next_token
    while token:
        page = database.read(bots.page, 3, token)
        seen, token = seen + list(page.rows), page.next_token
    assert [bot.name for bot in seen] == [*NAMES, "zzz"]


@pytest.mark.parametrize(
    "token", ["x", "!!!", "bnVsbA", "W10", "WzFd", "\N{SNOWMAN}", "e30", "WyJhIiwiYiJd", "A" * 9999]
)
def test_a_page_token_of_ones_own_is_refused(database: Database, token: str) -> None:
    with pytest.raises(BadPageToken):
        database.read(bots.page, 3, token)


def test_versions_are_recorded_once_and_the_last_one_shows(database: Database) -> None:
    (bot,) = database.writer.submit(add_bots, ["ann"]).result()
    said = ["1.0", "2.0", "1.0"]
    keys = [database.writer.submit(bots.record_version, bot, v, at(i)).result() for i, v in enumerate(said)]
    assert keys[0] == keys[2] != keys[1]
    assert database.read(bots.get, "ann").version == "1.0"


def test_two_rows_of_one_name_cannot_be(database: Database) -> None:
    database.writer.submit(add_bots).result()
    twice = bots_table.insert().values(name="other", key="ann", owner="x", house=False, created_at=NOON)
    with pytest.raises(IntegrityError):
        database.writer.submit(lambda conn: conn.execute(twice)).result()
