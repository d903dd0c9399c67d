"""``muggins rankings`` and the standings of an event, with strengths and their intervals."""

import csv
import json
from io import StringIO

import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from muggins.cli.rankings import List, show
from muggins.cli.say import WIDTH, Format
from muggins.cli.standings import show as show_event
from muggins.v1 import rankings_pb2 as pb
from muggins.v1 import tournaments_pb2 as events
from tests.cli.conftest import Muggins

SURE = pb.Strength(rating=1612.4, low=1580.6, high=1650.2, blocks=120, tied=1)
UNSURE = pb.Strength(rating=1401.2, low=1200.5, high=1499.9, blocks=7, tied=2, provisional=True)
POOL = List(
    rankings=[
        pb.Ranking(rank=1, bot="ann", rating=1599.9, matches=120, won=70, drawn=10, lost=40, strength=SURE),
        pb.Ranking(rank=2, bot="b" * 32, rating=1400, matches=7, lost=7, strength=UNSURE),
        pb.Ranking(rank=3, bot="new", rating=1500, matches=1, drawn=1),
    ],
    computed=Timestamp(seconds=1893456000),
    results=127,
)
SINCE = List(rankings=[pb.Ranking(rank=1, bot="ann", matches=120, strength=SURE)], computed=POOL.computed, results=60)


def test_a_table_has_intervals_marks_who_is_provisional_and_fits(capsys: pytest.CaptureFixture[str]) -> None:
    show({"cribbage/2": POOL}, Format.TABLE)
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= WIDTH
    assert [line.split()[-3:] for line in out.splitlines() if line[:4].strip().isdigit()] == [
        ["1612", "1581-1650", "1"],
        ["1401?", "1200-1500", "2"],
        ["-", "-", "-"],
    ]
    assert "by all 127 results together, as of 2030-01-01 00:00 UTC" in out
    assert out.count("95 %:") == 1


def test_a_list_since_a_moment_has_no_live_ratings(capsys: pytest.CaptureFixture[str]) -> None:
    show({"cribbage/2": SINCE}, Format.TABLE)
    header = capsys.readouterr().out.splitlines()[1].split()
    assert header == ["rank", "bot", "matches", "strength", "95", "%", "tied"]


def test_programs_get_the_same_keys_from_every_list(capsys: pytest.CaptureFixture[str]) -> None:
    show({"cribbage/2": POOL, "cribbage/3": SINCE}, Format.CSV)
    lines = list(csv.DictReader(StringIO(capsys.readouterr().out)))
    assert [line["low"] for line in lines] == ["1580.6", "1200.5", "", "1580.6"]
    assert [line["provisional"] for line in lines] == ["False", "True", "", "False"]
    show({"cribbage/2": POOL}, Format.JSON)
    assert list(json.loads(capsys.readouterr().out)[0]) == list(lines[0])


def test_the_standings_of_an_event_have_them_too(capsys: pytest.CaptureFixture[str]) -> None:
    answer = events.GetTournamentResponse(
        standings=[events.Standing(rank=1, bot="ann", points=3), events.Standing(rank=2, bot="bob")],
        strengths=[events.BotStrength(bot="ann", strength=SURE)],
        strengths_computed=POOL.computed,
        strengths_results=9,
    )
    show_event(answer, Format.TABLE)
    assert "by all 9 results together" in capsys.readouterr().out
    show_event(answer, Format.JSON)
    ann, bob = json.loads(capsys.readouterr().out)
    assert (ann["strength"], ann["tied"], bob["strength"]) == (1612.4, 1, None)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--event", "cup", "--pool", "cribbage/2"), "--event goes without --pool, --since and --history"),
        (("--event", "cup"), "There is no event 'cup'."),
        (("--since", "yesterday"), "--since is 'yesterday'; allowed: a day such as 2030-01-31, or a moment such as"),
        (("--pool", "chess/2"), "there is no pool 'chess/2'; there are: none yet"),
    ],
)
def test_what_cannot_be_asked_is_one_line(muggins: Muggins, words: tuple[str, ...], line: str) -> None:
    ran = muggins("rankings", *words)
    assert (ran.code, ran.out) == (1, "")
    assert line in ran.err
