"""Tables for people, JSON and CSV for machines."""

import csv
import io
import json

import pytest

from muggins.cli.say import WIDTH, Format, Row, clean, rows

FOUND: list[Row] = [
    {"bot": "Ada", "points": 10, "rating": 1500.04, "version": None},
    {"bot": "[red]Bob, Jr.[/]", "points": 9, "rating": 1499.96, "version": "2"},
]


def test_a_table_has_numbers_to_the_right_and_shows_names_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    rows(FOUND, Format.TABLE)
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert lines == [
        "bot               points  rating  version",
        "Ada                   10  1500.0  -",
        "[red]Bob, Jr.[/]       9  1500.0  2",
    ]


def test_json_keeps_every_key_and_type(capsys: pytest.CaptureFixture[str]) -> None:
    rows(FOUND, Format.JSON, hide=("version",))
    assert json.loads(capsys.readouterr().out) == FOUND


def test_csv_reads_back(capsys: pytest.CaptureFixture[str]) -> None:
    rows(FOUND, Format.CSV)
    read = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["bot"] for row in read] == ["Ada", "[red]Bob, Jr.[/]"]
    assert read[1]["points"] == "9"


def test_a_table_hides_what_it_has_no_room_for_and_folds_names(capsys: pytest.CaptureFixture[str]) -> None:
    long = [{"id": "x" * 16, "bots": " ".join(["somebody"] * 30), "event": "hidden", "ended": "forfeit timeout"}]
    rows(long, Format.TABLE, hide=("event",))
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= WIDTH
    assert "x" * 16 in out
    assert "forfeit timeout" in out
    assert "hidden" not in out


def test_an_empty_list_says_so_to_people_and_is_empty_for_machines(capsys: pytest.CaptureFixture[str]) -> None:
    rows([], Format.TABLE)
    rows([], Format.CSV)
    assert capsys.readouterr().out.strip() == "none"
    rows([], Format.JSON)
    assert json.loads(capsys.readouterr().out) == []


def test_what_would_move_a_terminals_cursor_is_replaced() -> None:
    assert clean("a\x1b[31mb\r\nc\u202e") == "a\ufffd[31mb\ufffd\ufffdc\ufffd"
