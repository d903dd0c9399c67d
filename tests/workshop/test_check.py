"""`muggins check`: real processes against the real referee, and what is said of them."""

import sys
from pathlib import Path

import pytest

from muggins.referee.timing import TimeControl
from muggins.workshop.check import Finding, Report, Verdict, examine
from muggins.workshop.check.stage import Pool
from tests.workshop.authors import command

CALM = TimeControl(start_up=10.0, move=10.0, bank=10.0)  # on a busy machine


async def checked(words: list[str], tmp_path: Path, time: TimeControl = CALM, only: Pool | None = None) -> Report:
    return await examine(words, tmp_path / "said", time=time, only=only)


def finding(report: Report, what: str) -> Finding:
    (found,) = [each for each in report.findings if each.what == what]
    return found


async def test_a_bot_of_the_kit_passes(tmp_path: Path) -> None:
    report = await checked(command(tmp_path), tmp_path)
    assert report.accepted
    assert {f.what: f.verdict for f in report.findings} == dict.fromkeys(
        [
            "hello", "cribbage/2", "several matches at once", "an unknown notice, unknown fields", "a ping",
            "a broken connection", "a server that restarts", "goodbye", "time",
        ],
        Verdict.OK,
    )  # fmt: skip
    assert {latency.what for latency in report.latencies} >= {"cribbage, lay-away", "cribbage, play"}
    assert "hello from the bot" in (tmp_path / "said").read_text()


async def test_an_illegal_move_fails_and_is_shown_with_what_was_asked(tmp_path: Path) -> None:
    words = command(tmp_path, 'return "9-9" if self.asked == 3 else turn.legal_moves[0]')
    report = await checked(words, tmp_path)
    assert not report.accepted
    found = finding(report, "cribbage/2")
    assert found.verdict is Verdict.FAILED
    assert "it answered '9-9'" in found.text
    assert "turn 3 (" in found.text


async def test_an_answer_that_does_not_come_fails(tmp_path: Path) -> None:
    words = command(tmp_path, "raise ValueError('a bug')")
    hasty = TimeControl(start_up=10.0, move=0.05, bank=0.0, margin=0.05)
    report = await checked(words, tmp_path, hasty)
    assert "timeout" in finding(report, "cribbage/2").text
    assert "a bug" in (tmp_path / "said").read_text()


async def test_what_does_not_dial_in_is_told_with_its_last_words(tmp_path: Path) -> None:
    report = await checked([sys.executable, "-c", "raise SystemExit('no such engine')"], tmp_path)
    (hello,) = report.findings
    assert hello.verdict is Verdict.FAILED
    assert "code 1" in hello.text
    assert "no such engine" in hello.text


async def test_an_event_asks_for_its_own_game(tmp_path: Path) -> None:
    report = await checked(command(tmp_path), tmp_path, only=Pool("fives-and-threes", 2))
    assert not report.accepted
    assert "fives-and-threes/2" in finding(report, "hello").text


async def test_a_bot_that_leaves_when_the_stream_breaks_fails(tmp_path: Path) -> None:
    plain = Path(__file__).parents[2] / "clients" / "python" / "examples" / "plain_bot.py"
    start = "import os, runpy, sys; sys.argv = ['', os.environ['MUGGINS_ADDRESS'], os.environ['MUGGINS_TOKEN']]; "
    start += f"runpy.run_path({str(plain)!r}, run_name='__main__')"
    report = await checked([sys.executable, "-c", start], tmp_path, only=Pool("fives-and-threes", 2))
    verdicts = {f.what: f.verdict for f in report.findings}
    assert verdicts["fives-and-threes/2"] is Verdict.OK
    assert verdicts["a broken connection"] is verdicts["a server that restarts"] is Verdict.FAILED
    assert verdicts["goodbye"] is Verdict.ADVICE


async def test_no_such_command(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        await checked(["muggins-no-such-command"], tmp_path)
