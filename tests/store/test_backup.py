"""A backup holds everything, at one moment, and makes either kind of database."""

import json
import threading
import zipfile
from pathlib import Path

import pytest
from sqlalchemy import Connection

from muggins.referee.outcome import Slot
from muggins.store import backup, backup_file, bots, matches, schema, tokens
from muggins.store.check import check
from muggins.store.database import Database
from muggins.store.errors import NewerDatabase, NotABackup, NotEmpty, OpenError
from tests.conftest import BACKENDS
from tests.postgres import Postgres
from tests.store.making import NAMES, NOON, add_bots, add_event, at, new_match, play


def rows(conn: Connection) -> dict[str, list[object]]:
    return {
        table.name: [tuple(row) for row in conn.execute(table.select().order_by(*table.primary_key))]
        for table in schema.metadata.sorted_tables
    }


def fill(database: Database) -> str:
    """Bots, an event, results, one match that runs.  Returns a bot's token."""
    ids = database.writer.submit(add_bots).result()
    cup = database.writer.submit(add_event, ids[:4]).result()
    _, token = database.writer.submit(bots.add, "ida", "Ms I", NOON).result()
    for number in range(5):
        database.writer.submit(play, new_match(ids[:2], Slot(cup.id, number), at(number))).result()
    database.writer.submit(play, new_match(ids[:3], None, at(9)), (1, 0, 2)).result()
    return token


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "monday.backup"


@pytest.fixture(params=BACKENDS)
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where to restore to."""
    if request.param == "sqlite":
        return str(tmp_path / "restored.db")
    server: Postgres = request.getfixturevalue("postgres")
    return server.url(server.create())


def test_a_restored_database_has_every_row_and_goes_on(database: Database, file: Path, target: str, where: str) -> None:
    token = fill(database)
    made = backup.backup(where, file)  # while its owner has it open
    assert (file.stat().st_mode & 0o777, list(file.parent.glob("*.part"))) == (0o600, [])
    assert backup.restore(file, target) == made
    with Database.open(target, upgrade=False) as restored:
        assert restored.read(rows) == database.read(rows)
        assert restored.read(check) == []
        who = restored.read(tokens.authenticate, token)
        assert who is not None
        assert who.bot == "ida"
        assert restored.writer.submit(bots.add, "jim", "Mr J", NOON).result()[0].id == len(NAMES) + 2
        restored.writer.submit(play, new_match([1, 2], None, at(99))).result()
        assert restored.read(check) == []


def test_a_backup_is_of_one_moment_while_results_come_in(database: Database, file: Path, where: str) -> None:
    ids = database.writer.submit(add_bots).result()
    stop = threading.Event()

    def results() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            database.writer.submit(play, new_match(ids[:2], None, at(number))).result()

    thread = threading.Thread(target=results)
    thread.start()
    try:
        for number in range(3):
            made = backup.backup(where, file.with_name(f"{number}.backup"))
            assert made.tables["logs"].rows == made.tables["matches"].rows == made.tables["seeds"].rows
            backup.restore(file.with_name(f"{number}.backup"), file.with_name(f"{number}.db"))  # it checks itself
    finally:
        stop.set()
        thread.join()


def test_only_a_database_without_data_is_restored_into(where: str, file: Path) -> None:
    backup.backup(where, file)
    assert backup.restore(file, where).rows == 0
    with Database.open(where) as opened:
        opened.writer.submit(add_bots).result()
        before = opened.read(rows)
    with pytest.raises(NotEmpty, match="has data in it"):
        backup.restore(file, where)
    with Database.open(where, upgrade=False) as opened:
        assert opened.read(rows) == before


def repacked(file: Path, change: str, text: bytes) -> Path:
    """The archive with one of its files changed; its checksums are left."""
    other = file.with_name("changed.backup")
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(other, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            before, after = text.split(b"=>")
            new.writestr(name, data.replace(before, after) if name == change else data)
    return other


TAMPERING = {
    ("bots.jsonl", b'"ann"=>"axx"'): "bots.jsonl is not what its checksum says",
    ("manifest.json", b'"muggins_backup": 1=>"muggins_backup": 2'): "its format is 2; this muggins reads 1",
    ("manifest.json", b'"rows"=>"lines"'): "it has no manifest.json of ours",
    ("manifest.json", b'"bots"=>"bats"'): "bats.jsonl is missing or damaged",
}


@pytest.mark.parametrize(("how", "line"), TAMPERING.items())
def test_what_is_not_a_whole_backup_makes_nothing(
    on_sqlite: Database, file: Path, tmp_path: Path, how: tuple[str, bytes], line: str
) -> None:
    fill(on_sqlite)
    backup.backup(on_sqlite.name, file)
    with pytest.raises(NotABackup, match=line):
        backup.restore(repacked(file, *how), tmp_path / "new.db")
    assert not (tmp_path / "new.db").exists()


def test_a_backup_whose_ratings_do_not_follow_is_refused_whole(on_sqlite: Database, file: Path, tmp_path: Path) -> None:
    fill(on_sqlite)
    on_sqlite.writer.submit(Connection.exec_driver_sql, "UPDATE ratings SET rating = rating + 1").result()
    backup.backup(on_sqlite.name, file)
    with pytest.raises(NotABackup, match="ratings of cribbage/2 are not what their results give"):
        backup.restore(file, tmp_path / "new.db")
    with Database.open(tmp_path / "new.db") as empty:
        assert empty.read(bots.page).rows == []


def test_a_truncated_file_and_one_that_is_there_already(on_sqlite: Database, file: Path, tmp_path: Path) -> None:
    backup.backup(on_sqlite.name, file)
    with pytest.raises(FileExistsError):
        backup.backup(on_sqlite.name, file)
    file.write_bytes(file.read_bytes()[:-30])
    with pytest.raises(NotABackup, match="its end is missing"):
        backup.restore(file, tmp_path / "new.db")
    with pytest.raises(OpenError, match="there is no such file"):
        backup.backup(tmp_path / "nothing.db", tmp_path / "nothing.backup")
    assert not (tmp_path / "nothing.backup").exists()


def test_a_backup_of_a_newer_muggins_is_refused(on_sqlite: Database, file: Path, tmp_path: Path) -> None:
    backup.backup(on_sqlite.name, file)
    head = schema.known()[0].encode()
    newer = repacked(file, "manifest.json", b'"revision": "' + head + b'"=>"revision": "9999"')
    with pytest.raises(NewerDatabase, match="revision 9999"):
        backup.restore(newer, tmp_path / "new.db")


def test_a_backup_of_an_older_muggins_is_brought_up_to_date(on_sqlite: Database, file: Path, target: str) -> None:
    fill(on_sqlite)
    backup.backup(on_sqlite.name, file)
    oldest = file.with_name("oldest.backup")
    as_of_the_first_revision(file, oldest)
    backup.restore(oldest, target)
    with Database.open(target, upgrade=False) as restored:
        assert restored.read(rows) == on_sqlite.read(rows)


FIRST = ("0001", {"entrants": ("tournament_id", "number", "bot_id")})  # and the columns of tables that grew since
LATER = ("strength_lists", "strengths", "rating_history")  # tables that the first revision did not have


def as_of_the_first_revision(file: Path, oldest: Path) -> None:
    """Write what the first revision would have written: fewer tables and columns."""
    revision, columns = FIRST
    with backup_file.BackupFile(file) as whole, oldest.open("wb") as out:
        tables = (
            (name, [{key: row[key] for key in columns.get(name, row)} for row in whole.rows(name)])
            for name in whole.manifest.tables
            if name not in LATER
        )
        backup_file.write(out, revision, tables, NOON)


def test_anybody_can_read_a_backup(on_sqlite: Database, file: Path) -> None:
    fill(on_sqlite)
    backup.backup(on_sqlite.name, file)
    with zipfile.ZipFile(file) as opened:
        first = json.loads(opened.read("matches.jsonl").splitlines()[0])
    stored = on_sqlite.read(matches.get, first["id"])
    assert first["started_at"] == stored.started_at.isoformat()
    assert (first["options"], bytes.fromhex(first["commitment"])) == (stored.options, stored.commitment)
