"""``muggins check -- COMMAND``: would an event accept this bot?"""

import asyncio
import json
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from muggins.cli.progress import progress
from muggins.cli.say import Format, Row, clean, fail, note, say, table
from muggins.cli.statistics import percentile
from muggins.cli.verb import FormatOption
from muggins.director.rules import read_event, time_control
from muggins.referee.timing import TimeControl
from muggins.workshop.check import Latency, Report, Verdict, examine
from muggins.workshop.check.examine import LIMITS
from muggins.workshop.check.stage import Pool

MARKS = {Verdict.OK: "ok    ", Verdict.ADVICE: "advice", Verdict.FAILED: "FAILED"}


def check(
    command: Annotated[list[str], typer.Argument(metavar="-- COMMAND", help="what starts the bot, after --")],
    event: Annotated[
        Path | None, typer.Option(help="an event's file: its game, seats and limits, nothing else")
    ] = None,
    how: FormatOption = Format.TABLE,
) -> int:
    """Play with a bot as a server would, and say whether an event would accept it."""
    only, time = (None, LIMITS) if event is None else _terms(event)
    folder = Path(tempfile.mkdtemp(prefix="muggins-check-"))
    said = folder / "bot.log"
    try:
        report = asyncio.run(_examine(command, said, time, only))
    except OSError as error:
        fail(f"{command[0]}: {error.strerror}")
    if how is Format.JSON:
        sys.stdout.write(json.dumps(_document(report, said), indent=2, ensure_ascii=False) + "\n")
    elif how is Format.CSV:
        fail("--format is 'csv'; allowed: table, json")
    else:
        _tell(report, said)
    return 0 if report.accepted else 1


def _terms(event: Path) -> tuple[Pool, TimeControl]:
    definition = read_event(event.read_bytes(), str(event))
    return Pool(definition.game, definition.seats), time_control(definition)


async def _examine(command: list[str], said: Path, time: TimeControl, only: Pool | None) -> Report:
    with progress() as bar:
        step = bar.add_task("check", total=None)
        return await examine(
            command, said, time=time, only=only, progress=lambda what: bar.update(step, advance=1, description=what)
        )


def _tell(report: Report, said: Path) -> None:
    for finding in report.findings:
        say(f"{MARKS[finding.verdict]}  {finding.what}: {clean(finding.text)}")
    if report.seconds:
        say()
        table([_row(latency) for latency in report.latencies])
    say()
    say("An event would accept it." if report.accepted else "An event would not accept it.")
    note(f"What it wrote is in {said}")


def _row(latency: Latency) -> Row:
    """Milliseconds."""
    return {
        "answers": latency.what,
        "number": len(latency.seconds),
        **{f"p{percent} ms": 1000 * percentile(latency.seconds, percent) for percent in (50, 90, 99)},
        "longest ms": 1000 * max(latency.seconds),
    }


def _document(report: Report, said: Path) -> dict[str, object]:
    return {
        "accepted": report.accepted,
        "findings": [{"what": f.what, "verdict": f.verdict, "text": f.text} for f in report.findings],
        "latencies": [_row(latency) for latency in report.latencies],
        "written": str(said),
    }
