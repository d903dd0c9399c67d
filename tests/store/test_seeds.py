"""Seeds are sealed while a match is played, and open when it is over: no deal is thrown away unseen."""

from dataclasses import replace
from hashlib import sha256

import pytest

from muggins.games.dealing import commitment
from muggins.referee.outcome import NewMatch, Termination
from muggins.store import attempts, results, seeds
from muggins.store.database import Database
from tests.store.making import NOON, add_bots, new_match, outcome

SEALED = sha256(b"sealed").digest()


@pytest.fixture
def begun(database: Database) -> NewMatch:
    """A match that is being played."""
    ids = database.writer.submit(add_bots).result()
    match = replace(new_match(ids[:2]), server_seed=SEALED, commitment=commitment(SEALED))
    database.writer.submit(attempts.begin, match).result()
    return match


def test_the_seed_of_a_match_that_is_played_is_sealed(database: Database, begun: NewMatch) -> None:
    assert database.read(seeds.opened, begun.id) is None


@pytest.mark.parametrize("termination", [Termination.VOID_SERVER, Termination.CANCELLED])
def test_the_seed_of_a_void_attempt_is_opened(database: Database, begun: NewMatch, termination: Termination) -> None:
    database.writer.submit(attempts.void, begun.id, termination, NOON).result()
    assert database.read(seeds.opened, begun.id) == SEALED


def test_the_seed_of_an_attempt_that_was_lost_with_its_server_is_opened(database: Database, begun: NewMatch) -> None:
    database.writer.submit(attempts.void_running, NOON).result()
    assert database.read(seeds.opened, begun.id) == SEALED


def test_the_seed_of_a_match_with_a_result_is_opened(database: Database, begun: NewMatch) -> None:
    database.writer.submit(results.record_result, outcome(begun)).result()
    assert database.read(seeds.opened, begun.id) == SEALED
