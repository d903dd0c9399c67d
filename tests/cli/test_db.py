"""``muggins db``: a backup of the one kind of database becomes the other, and what goes wrong is one line."""

from pathlib import Path

import pytest

from tests.cli.conftest import Muggins
from tests.cli.test_verbs import event


def test_an_organiser_moves_from_one_database_to_the_other(
    muggins: Muggins, tmp_path: Path, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUGGINS_DATABASE", str(tmp_path / "old.db"))
    assert muggins("tournament", "run", event(tmp_path)).code == 0
    before = muggins("rankings", "--pool", "fives-and-threes/2", "--format", "json").out
    made = muggins("db", "backup", "all.backup")
    assert made.code == 0
    assert made.out.startswith("all.backup holds ")

    monkeypatch.setenv("MUGGINS_DATABASE", where)
    restored = muggins("db", "restore", "all.backup")
    assert restored.code == 0, restored.err
    assert restored.out.endswith("are restored and checked\n")
    assert muggins("db", "check").code == 0
    assert muggins("rankings", "--pool", "fives-and-threes/2", "--format", "json").out == before
    assert "Standings after 2 of 2 matches" in muggins("tournament", "show", "Two of the house").out
    again = muggins("db", "restore", "all.backup")
    assert (again.code, again.err.count("\n")) == (1, 1)
    assert again.err.endswith("has data in it already: restore into a new database.\n")


def test_what_is_no_backup_is_one_line(muggins: Muggins, tmp_path: Path) -> None:
    muggins("bot", "list")
    (tmp_path / "diary").write_text("Dear diary")
    assert muggins("db", "restore", "diary", "--database", "new.db").err == (
        "muggins: diary is not a whole backup: it is no zip archive, or its end is missing.\n"
    )
    assert muggins("db", "restore", "none", "--database", "new.db").err == "muggins: none: No such file or directory\n"
    assert muggins("db", "backup", "diary").err == "muggins: diary: File exists\n"
    assert muggins("db", "backup", "new", "--database", "no.db").err == "muggins: there is no database no.db\n"
