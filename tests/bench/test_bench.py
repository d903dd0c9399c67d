"""Each kind of contestant plays a short window, and what it says becomes rows.  No figure is judged here."""

import json
from contextlib import ExitStack
from dataclasses import replace

import pytest

from muggins.v1 import play_pb2
from tests.bench import report, run
from tests.bench.contestants import LOOP, Contestant, Echo, Engine, Play, Sample
from tests.bench.rows import ROWS, Row, faster, figure
from tests.bench.sample import sample

QUICKEST = run.Effort(pairs=2, window=0.05, warm_up=0.1)


async def test_the_sample_is_what_is_really_sent() -> None:
    turns, answers = await sample()
    ids = [play_pb2.PlayResponse.FromString(turn).turns[0].turn_id for turn in turns]
    answered = [play_pb2.PlayRequest.FromString(answer).decisions[0] for answer in answers]
    assert len(set(ids)) == len(turns) > 50
    assert [decision.turn_id for decision in answered] == ids
    assert all(decision.move for decision in answered)


@pytest.mark.parametrize("contestant", [Echo(3), Echo(8, coalescing=True), Engine("ours"), LOOP], ids=str)
def test_a_contestant_plays_window_after_window(contestant: Contestant) -> None:
    with ExitStack() as stack:
        window = contestant.open(stack)
        assert all(window(0.05).rate > 0 for _ in range(2))


def test_openspiel_plays_too() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is an extra of its own")
    with ExitStack() as stack:
        assert Engine("openspiel").open(stack)(0.05).rate > 0


def test_a_whole_server_plays_with_stored_matches_and_idle_bots(capsys: pytest.CaptureFixture[str]) -> None:
    small = Row("small", "4 matches of 4 bots / echo", Play(2, pairs=2, idle=1, stored=10), Echo(4), faster, ">=", 1e9)
    figures, about = run.run([small], QUICKEST)
    (row,) = json.loads(report.as_json(figures, about, QUICKEST.pairs))["rows"]
    assert row["ours_per_second"] > 0
    assert row["low"] <= row["median"] <= row["high"]
    assert row["reached"] is False
    report.as_table(figures, about, QUICKEST.pairs)
    assert "4 matches of 4 bots" in capsys.readouterr().out


def test_the_middle_of_the_ratios_counts_and_not_the_ratio_of_the_middles() -> None:
    row = replace(ROWS[0], measure=faster, goal=2.0)
    ours = [Sample(rate) for rate in (10.0, 200.0, 30.0)]
    theirs = [Sample(rate) for rate in (10.0, 100.0, 5.0)]
    found = figure(row, ours, theirs)
    assert (found.low, found.middle, found.high) == (1.5, 2.0, 4.0)
    assert row.reached(found.middle)
    assert not replace(row, sign="<=").reached(2.1)


def test_a_row_that_does_not_exist_is_named() -> None:
    with pytest.raises(SystemExit, match="there is no row 'nine'; there are: one, 64"):
        run.chosen("64,nine", long=False)
    assert [row.key for row in run.chosen("64,one", long=False)] == ["64", "one"]
    assert not any(row.long for row in run.chosen(None, long=False))
