"""Bots come and go at the command line, and an event says how it went."""

from pathlib import Path

from tests.cli.conftest import Muggins

FILE = 'name = "Cup"\ngame = "cribbage"\nseats = 2\nentrants = ["ann", "bob", "cyd"]\n'


def made(muggins: Muggins, tmp_path: Path, more: str = "") -> None:
    for name in ("ann", "bob", "cyd", "dee"):
        assert muggins("bot", "add", name, "--owner", "me").code == 0
    (tmp_path / "cup.toml").write_text(FILE + more)
    assert muggins("tournament", "create", "cup.toml").code == 0


def test_a_bot_enters_and_leaves(muggins: Muggins, tmp_path: Path) -> None:
    made(muggins, tmp_path)
    entered = muggins("tournament", "enter", "cup", "dee")
    assert (entered.code, entered.out) == (0, "'Cup' is created: 0 of 6 matches are played\n")
    assert muggins("tournament", "withdraw", "cup", "ann").code == 0
    again = muggins("tournament", "withdraw", "cup", "ann")
    assert (again.code, again.err) == (1, "muggins: There is no entrant of that event 'ann'.\n")
    twice = muggins("tournament", "enter", "cup", "dee")
    assert (twice.code, twice.err) == (1, "muggins: 'dee' cannot enter 'Cup': it is there, or was.\n")


def test_a_retired_bot_has_left_its_events(muggins: Muggins, tmp_path: Path) -> None:
    made(muggins, tmp_path)
    assert muggins("bot", "retire", "ann").code == 0
    assert muggins("tournament", "withdraw", "cup", "ann").code == 1


def test_show_says_how_evenly_things_are_shared(muggins: Muggins, tmp_path: Path) -> None:
    made(muggins, tmp_path, "rounds = 2\n")
    shown = muggins("tournament", "show", "Cup").out
    assert "Balance, from the least to the most: matches 4, meetings 2, seats 2" in shown
    assert "Points won by seat" not in shown


def test_show_says_where_a_test_stands(muggins: Muggins, tmp_path: Path) -> None:
    made(muggins, tmp_path, "")
    text = FILE.replace(', "cyd"', "").replace("Cup", "Better") + 'format = "sprt"\n'
    (tmp_path / "better.toml").write_text(text)
    assert muggins("tournament", "create", "better.toml").code == 0
    shown = muggins("tournament", "show", "Better").out
    assert "Test after 0 pairs: log likelihood ratio 0.00 (" in shown
    assert " matches to go" in shown


def test_cancel_takes_an_option_to_let_matches_finish(muggins: Muggins, tmp_path: Path) -> None:
    made(muggins, tmp_path)
    cancelled = muggins("tournament", "cancel", "Cup", "--finish")
    assert (cancelled.code, cancelled.out) == (0, "'Cup' is cancelled: 0 of 3 matches are played\n")
