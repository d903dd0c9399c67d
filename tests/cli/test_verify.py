"""Logs and whole events, verified at the command line."""

import sqlite3
from pathlib import Path

from tests.cli.conftest import Muggins
from tests.cli.test_verbs import event
from tests.verify.test_kept_logs import LOGS


def test_files_of_logs_need_no_server(muggins: Muggins, tmp_path: Path) -> None:
    ran = muggins("match", "verify", *map(str, LOGS[:3]))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("3 logs hold\n")
    assert not (tmp_path / "muggins.db").exists()


def test_what_does_not_hold_is_named_and_the_command_fails(muggins: Muggins, tmp_path: Path) -> None:
    text = LOGS[1].read_text("utf-8")
    assert '"total": 1,' in text
    (tmp_path / "bad.jsonl").write_text(text.replace('"points": 0, "offered": 0', '"points": 1, "offered": 1', 1))
    ran = muggins("match", "verify", "bad.jsonl", str(LOGS[2]))
    assert ran.code == 1
    assert "bad.jsonl: line" in ran.out
    assert "[score]" in ran.out
    assert ran.err == "muggins: 1 of 2 logs do not hold\n"


def test_an_event_is_verified_exported_and_verified_again_from_its_file(muggins: Muggins, tmp_path: Path) -> None:
    assert muggins("tournament", "run", event(tmp_path)).code == 0
    ran = muggins("match", "verify", "--all")
    assert (ran.code, ran.out) == (0, "2 logs hold\n")

    assert muggins("tournament", "export", "Two of the house", "cup.zip").code == 0
    ran = muggins("tournament", "verify", "cup.zip")
    assert ran.out == "cup.zip holds: 2 results that count, 0 void attempts, 2 logs\n"
    assert muggins("tournament", "export", "Two of the house", "cup.zip").err == "muggins: cup.zip exists\n"
    (tmp_path / "cup.zip").write_bytes(b"PK")
    assert "no archive of an event" in muggins("tournament", "verify", "cup.zip").err

    tamper(tmp_path / "muggins.db", "UPDATE matches SET commitment = zeroblob(32)")
    ran = muggins("match", "verify", "--all")
    assert ran.err == "muggins: 2 of 2 logs do not hold\n"
    assert ran.out.count("[server_commitment]") == 2

    tamper(tmp_path / "muggins.db", "UPDATE logs SET record = zeroblob(9)")
    ran = muggins("match", "verify", "--all")
    assert ran.err == "muggins: 2 of 2 logs do not hold\n"


def test_a_result_or_a_rating_that_was_changed_in_the_database_is_found(muggins: Muggins, tmp_path: Path) -> None:
    assert muggins("tournament", "run", event(tmp_path, rounds=1)).code == 0
    tamper(tmp_path / "muggins.db", "UPDATE rating_changes SET after = after + 1 WHERE after > before")
    assert "[rating]" in muggins("match", "verify", "--all").out
    tamper(tmp_path / "muggins.db", "UPDATE match_seats SET score = score + 1")
    assert "[scores]" in muggins("match", "verify", "--all").out


def tamper(database: Path, statement: str) -> None:
    with sqlite3.connect(database) as conn:
        assert conn.execute(statement).rowcount
    conn.close()


def test_bad_words_get_a_clear_answer(muggins: Muggins) -> None:
    assert "say which matches" in muggins("match", "verify").err
    assert "say which matches" in muggins("match", "verify", "--all", "xyz").err
    assert muggins("match", "verify", "xyz").err == "muggins: match xyz has no log\n"
    assert muggins("tournament", "export", "xyz", "x.zip").err == "muggins: There is no event 'xyz'.\n"
    assert "No such file" in muggins("tournament", "verify", "x.zip").err
