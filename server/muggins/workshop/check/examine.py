"""A whole check, one trial after another."""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final

from muggins.games import GAMES
from muggins.referee.timing import TimeControl
from muggins.workshop.check import playing, trouble
from muggins.workshop.check.findings import Report, Verdict
from muggins.workshop.check.stage import COMES, Pool, Stage

Trial = Callable[[], Awaitable[None]]
LIMITS: Final = TimeControl()


async def examine(
    command: Sequence[str],
    said: Path,
    *,
    time: TimeControl = LIMITS,
    only: Pool | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Report:
    """Start the command and try everything; ``only`` is the pool of an event that the bot is to enter.

    ``said`` is the file that takes what the bot writes.  Raises OSError where there is no such command.
    """
    report, stage = Report(), Stage(command, said, time)
    await stage.open()
    try:
        progress("hello")
        for name, trial in _trials(stage, report, await _hello(stage, report, only)):
            progress(name)
            await trial()
    finally:
        await stage.close()
    if report.seconds:
        _times(report, time)
    return report


def _trials(stage: Stage, report: Report, pools: Sequence[Pool]) -> list[tuple[str, Trial]]:
    """What is tried, by name; nothing where there is nothing that the bot plays."""
    if not pools:
        return []
    first = pools[0]

    def pool_trial(pool: Pool) -> Trial:
        return lambda: playing.play_pool(stage, report, pool)

    return [
        *((str(pool), pool_trial(pool)) for pool in pools),
        ("several at once", lambda: playing.play_together(stage, report, pools)),
        ("unknown things", lambda: trouble.unknown_things(stage, report, first)),
        ("a ping", lambda: trouble.pinged(stage, report)),
        ("a broken connection", lambda: trouble.broken_stream(stage, report, first)),
        ("a restart", lambda: trouble.restarted_server(stage, report, first)),
        ("goodbye", lambda: trouble.goodbye(stage, report, first)),
    ]


async def _hello(stage: Stage, report: Report, only: Pool | None) -> list[Pool]:
    """Wait for the bot's hello; returns what it is to play."""
    if not await stage.until(lambda: stage.ability or not stage.process.alive) or stage.ability is None:
        words = " | ".join(stage.process.last_words()) or "it wrote nothing"
        ended = f"it ended with code {stage.process.code}" if not stage.process.alive else f"no hello in {COMES:g} s"
        report.add("hello", Verdict.FAILED, f"{ended}; last words: {words}")
        return []
    ability = stage.ability
    pools = [Pool(name, seats) for name in GAMES for seats in GAMES[name].seats if ability.plays(name, seats)]
    said = f"version {ability.version or '(none)'}, max_matches {ability.max_matches}, plays"
    unknown = sorted(ability.games - GAMES.keys())
    if only is not None and only not in pools:
        report.add("hello", Verdict.FAILED, f"it does not claim {only}, which the event is played in")
        return []
    if not pools:
        report.add("hello", Verdict.FAILED, f"it claims nothing that is played here: {', '.join(unknown) or 'nothing'}")
    elif unknown:
        report.add("hello", Verdict.ADVICE, f"it claims {', '.join(unknown)}; known games: {', '.join(GAMES)}")
    else:
        report.add("hello", Verdict.OK, f"{said} {', '.join(map(str, pools))}")
    return pools if only is None else [only]


def _times(report: Report, time: TimeControl) -> None:
    """Whether the answers came within the move time, so that the bank was left alone."""
    longest = max(max(seconds) for seconds in report.seconds.values())
    text = f"the longest answer took {longest * 1000:.1f} ms of {time.move:g} s"
    if longest > time.move + time.margin:
        report.add("time", Verdict.ADVICE, text + "; what is beyond comes out of the bank")
    else:
        report.add("time", Verdict.OK, text)
