"""Verbs on a database of their own, with a server for the time of each command."""

import csv
import io
import json
from pathlib import Path

import pytest

from tests.cli.conftest import Muggins

EVENT = """
name = "Two of the house"
game = "{game}"
seats = {seats}
rounds = {rounds}
entrants = [{entrants}]
[house]
"""

LAST = """
from muggins_bot import Bot

class Last(Bot):
    def decide(self, turn):
        return turn.legal_moves[-1]
"""


def event(folder: Path, game: str = "fives-and-threes", seats: int = 2, rounds: int = 2) -> str:
    """The file of an event between house bots."""
    kinds = {"Ann": "greedy", "Bob": "random", "Cat": "random", "Dan": "greedy"}
    names = list(kinds)[:seats]
    text = EVENT.format(game=game, seats=seats, rounds=rounds, entrants=", ".join(f'"{name}"' for name in names))
    (folder / "event.toml").write_text(text + "".join(f'{name} = "{kinds[name]}"\n' for name in names))
    return "event.toml"


def test_a_token_goes_alone_to_a_pipe_and_the_bot_is_listed(on_each: Muggins) -> None:
    added = on_each("bot", "add", "Ada", "--owner", "Grace")
    assert added.code == 0
    assert added.out == added.out.split()[0] + "\n"
    again = on_each("bot", "rotate-token", "Ada")
    assert again.out.strip()
    assert again.out != added.out
    (bot,) = json.loads(on_each("bot", "list", "--format", "json").out)
    assert (bot["bot"], bot["owner"], bot["state"]) == ("Ada", "Grace", "away")
    assert on_each("bot", "retire", "Ada").code == 0
    assert "retired" in on_each("bot", "list").out


def test_an_event_is_run_ranked_and_looked_into(on_each: Muggins, tmp_path: Path) -> None:
    ran = on_each("tournament", "run", event(tmp_path))
    assert ran.code == 0, ran.err
    assert "Standings after 2 of 2 matches" in ran.out
    assert "Crosstable" in ran.out

    found = list(csv.DictReader(io.StringIO(on_each("match", "list", "--format", "csv").out)))
    assert [match["ended"] for match in found] == ["finished"] * 2
    assert on_each("match", "list", "--bot", "Ann", "--pool", "cribbage/2", "--format", "csv").out == ""

    match_id = found[0]["id"]
    shown = on_each("match", "show", match_id)
    assert shown.code == 0
    assert "Round 1, opened by" in shown.out
    both = [on_each("match", "show", match["id"], "--deal", "1").out for match in found]
    assert any("rating 1500.0 ->" in out for out in both)  # the one that began first may end last

    lines = [json.loads(line) for line in on_each("match", "log", match_id, "--format", "jsonl").out.splitlines()]
    assert (lines[0]["kind"], lines[0]["match_id"], lines[-1]["kind"]) == ("match", match_id, "result")
    assert "Result: finished" in on_each("match", "watch", match_id).out

    ranking = json.loads(on_each("rankings", "--pool", "fives-and-threes/2", "--format", "json").out)
    assert {line["bot"] for line in ranking} == {"Ann", "Bob"}
    assert sum(line["rating"] for line in ranking) == pytest.approx(3000)
    assert on_each("ratings", "rebuild").out.startswith("Nothing changed: 2 rated results")
    assert on_each("db", "check").code == 0
    assert on_each("db", "upgrade").out.rstrip().endswith("is up to date")


def test_an_event_that_was_created_is_started_paused_and_resumed(on_each: Muggins, tmp_path: Path) -> None:
    assert "2 matches" in on_each("tournament", "create", event(tmp_path)).out
    assert on_each("tournament", "pause", "Two of the house").code == 1
    assert "created" in on_each("tournament", "list").out
    resumed = on_each("tournament", "resume", "Two of the house")
    assert (resumed.code, "2 of 2 matches" in resumed.out) == (0, True), resumed.err
    (state,) = json.loads(on_each("tournament", "list", "--format", "json").out)
    assert (state["state"], state["played"]) == ("finished", 2)
    standing = json.loads(on_each("tournament", "show", "Two of the house", "--format", "json").out)
    assert [line["rank"] for line in standing] == [1, 2]


def test_local_play_prints_a_table_and_repeats_its_deals(muggins: Muggins, tmp_path: Path) -> None:
    (tmp_path / "last.py").write_text(LAST)
    words = ("play", "--game", "fives", "last.py:Last", "greedy", "--matches", "4", "--seed", "0badcafe")
    first, second = muggins(*words), muggins(*words)
    assert first.code == 0, first.err
    assert [line.split()[0] for line in first.out.splitlines()[1:3]] == ["Last", "greedy"]
    results = [[line.split()[:4] for line in ran.out.splitlines()[1:3]] for ran in (first, second)]
    assert results[0] == results[1]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("bot", "add", "Ada"), 2, "muggins: Missing option '--owner'"),
        (("bot", "add", "A", "--owner", "me"), 1, "muggins: The bot name 'A'"),
        (("bot", "retire", "Nobody"), 1, "muggins: There is no bot 'Nobody'."),
        (("bot", "list", "--address", "127.0.0.1:1"), 1, "muggins: the server does not answer: "),
        (("bot", "list", "--token", "wrong"), 0, ""),
        (("bot", "add", "Ada", "--owner", "me", "--token", "wrong"), 1, "muggins: the token is unknown"),
        (("match", "show", "nothing"), 1, "muggins: There is no match 'nothing'."),
        (("match", "log", "nothing"), 1, "muggins: There is no"),
        (("match", "log", "nothing", "--format", "xml"), 1, "muggins: --format is 'xml'; allowed: jsonl"),
        (("match", "cancel", "nothing"), 1, "muggins: There is no running match 'nothing'."),
        (("match", "list", "--state", "lost"), 2, "muggins: Invalid value for '--state'"),
        (("rankings", "--pool", "chess/2"), 1, "muggins: there is no pool 'chess/2'; there are: none yet"),
        (("tournament", "run", "no.toml"), 1, "muggins: there is no file no.toml, and no event of that name"),
        (("tournament", "show", "Nothing"), 1, "muggins: There is no"),
        (("play", "greedy"), 1, "muggins: 2 seats need 2 bots; 1 are given"),
        (("play", "greedy", "no.py:Bot"), 1, "muggins: there is no file no.py"),
        (("play", "greedy", "random", "--game", "chess"), 1, "muggins: game is 'chess'; allowed: "),
        (("play", "greedy", "random", "--target", "100"), 1, "muggins: cribbage option target is 100; allowed: "),
        (("play", "greedy", "random", "--seed", "x"), 1, "muggins: --seed is 'x'; allowed: hexadecimal digits"),
        (("serve", "--house", "Ada"), 1, "muggins: --house is 'Ada'; allowed: NAME=KIND"),
        (("serve", "--listen", "0.0.0.0:0"), 1, "muggins: 0.0.0.0 can be reached by others"),
        (("db", "check", "--database", "no.db"), 1, "muggins: there is no database no.db"),
        (("nonsense",), 2, "muggins: No such command 'nonsense'"),
    ],
)
def test_what_goes_wrong_is_one_line(muggins: Muggins, words: tuple[str, ...], code: int, said: str) -> None:
    ran = muggins(*words)
    assert ran.code == code
    assert ran.err.startswith(said)
    assert len(ran.err.splitlines()) == (1 if said else 0)


def test_a_file_that_is_no_event_is_named_with_what_is_wrong(muggins: Muggins, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text('name = "x"\ngame = "cribbage"\nseats = 7\n')
    assert muggins("tournament", "run", "bad.toml").err.startswith("muggins: bad.toml: seats: ")
    (tmp_path / "bad.toml").write_bytes(b"name = '\xff'")
    assert "must be UTF-8 text" in muggins("tournament", "run", "bad.toml").err
    assert muggins("bot", "list", "--database", "bad.toml").err.endswith("nothing was changed in it.\n")


def test_help_is_given_where_nothing_is_said(muggins: Muggins) -> None:
    ran = muggins()
    assert "demo" in ran.out
    assert ran.err == ""
