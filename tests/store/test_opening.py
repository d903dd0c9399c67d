"""Whose a database is, and who owns it now."""

import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from muggins.store import schema, sqlite
from muggins.store.database import Database
from muggins.store.errors import DatabaseInUse, NewerDatabase, NotOurDatabase, OpenError

OWNER = """
import sys
from muggins.store.database import Database
database = Database.open(sys.argv[1])
database.announce("127.0.0.1:5123")
print("open", flush=True)
sys.stdin.read()
database.close()
"""


@contextmanager
def another_owner(path: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that owns the database until it is told to stop, or killed."""
    command = [sys.executable, "-c", OWNER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        yield process
        process.kill()


def test_a_missing_file_becomes_a_database_of_ours(path: Path) -> None:
    Database.open(path).close()
    with sqlite3.connect(path) as conn:
        assert conn.execute("PRAGMA application_id").fetchone() == (sqlite.APPLICATION_ID,)
        assert conn.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    conn.close()
    Database.open(path, upgrade=False).close()


def test_the_promises_that_a_connection_keeps(on_sqlite: Database) -> None:
    pragmas = ("foreign_keys", "synchronous", "query_only")
    ask = [f"PRAGMA {pragma}" for pragma in pragmas]
    writes = on_sqlite.writer.submit(lambda conn: [conn.exec_driver_sql(a).scalar_one() for a in ask]).result()
    assert writes == [1, 2, 0]
    assert on_sqlite.read(lambda conn: [conn.exec_driver_sql(a).scalar_one() for a in ask]) == [1, 2, 1]


@pytest.mark.parametrize(
    "script", ["CREATE TABLE theirs (x)", "PRAGMA application_id = 42", "CREATE TABLE alembic_version (version_num)"]
)
def test_a_file_of_another_program_is_refused_and_left_alone(path: Path, script: str) -> None:
    conn = sqlite3.connect(path)
    conn.execute(script)
    conn.commit()
    conn.close()
    before = path.read_bytes()
    with pytest.raises(NotOurDatabase, match=r"muggins\.db is not a muggins database"):
        Database.open(path)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_a_file_that_is_no_database_is_refused(path: Path) -> None:
    path.write_text("Dear diary, " * 100)
    with pytest.raises(NotOurDatabase):
        Database.open(path)


@pytest.mark.parametrize("where", ["nowhere/muggins.db", "", "mysql://host/db", "sqlite://", "://", "no such:///x"])
def test_what_cannot_be_opened_gets_one_clear_line(tmp_path: Path, where: str) -> None:
    with pytest.raises(OpenError) as caught:
        Database.open(where if ":" in where else tmp_path / where)
    assert "\n" not in str(caught.value)


def test_a_password_is_not_shown() -> None:
    with pytest.raises(OpenError) as caught:
        Database.open("mysql://ann:secret@host/db")
    assert "secret" not in str(caught.value)


def set_revision(path: Path, revision: str) -> None:
    conn = sqlite3.connect(path)
    conn.execute("UPDATE alembic_version SET version_num = ?", (revision,))
    conn.commit()
    conn.close()


def test_a_newer_database_is_refused(path: Path) -> None:
    Database.open(path).close()
    set_revision(path, "9999")
    with pytest.raises(NewerDatabase, match=f"revision 9999; this one knows up to {schema.known()[0]}"):
        Database.open(path)
    set_revision(path, schema.known()[0])
    Database.open(path).close()


def test_a_path_and_a_url_and_a_link_name_one_database(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(path)
    with Database.open(path):
        for where in (f"sqlite:///{path}", str(link)):
            with pytest.raises(DatabaseInUse):
                Database.open(where)


def test_a_second_process_is_refused_and_told_who_owns_it(path: Path) -> None:
    with another_owner(path) as owner:
        with pytest.raises(DatabaseInUse) as caught:
            Database.open(path)
        assert str(caught.value) == f"{path} is in use by process {owner.pid} at 127.0.0.1:5123."
        assert caught.value.address == "127.0.0.1:5123"
        owner.communicate("")
    Database.open(path).close()


def test_the_lease_of_a_killed_process_is_free(path: Path) -> None:
    with another_owner(path) as owner:
        owner.send_signal(signal.SIGKILL)
        owner.wait()
        Database.open(path).close()


def test_a_database_that_could_not_be_opened_is_let_go(path: Path) -> None:
    Database.open(path).close()
    set_revision(path, "9999")
    for _ in range(2):  # the second time it is not "in use"
        with pytest.raises(NewerDatabase):
            Database.open(path)
