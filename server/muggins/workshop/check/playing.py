"""Does the bot play each game and number of seats that it claims, legally, in time, and several matches at once?"""

import asyncio
from collections.abc import Sequence
from typing import Final

from muggins.workshop.check.findings import Report, Verdict, faults_in_words
from muggins.workshop.check.stage import Played, Pool, Stage
from muggins.workshop.situations import expected, situations

LEAST: Final = 2  # matches of a pool
MOST: Final = 12  # that are played for a situation that does not come
TOGETHER: Final = 8  # matches at once


async def play_pool(stage: Stage, report: Report, pool: Pool) -> None:
    """Play matches of the pool until every situation was met, or enough of them."""
    met: set[str] = set()
    played: list[Played] = []
    while len(played) < LEAST or (expected(*pool) - met and len(played) < MOST):
        if not await stage.here():
            report.add(str(pool), Verdict.FAILED, stage.absence())
            return
        match = await stage.play(pool)
        played.append(match)
        report.time(pool.game, match.turns)
        met |= {each for turn in match.turns for each in situations(turn)}
        if match.outcome.termination.void:
            report.add(str(pool), Verdict.FAILED, stage.absence())
            return
        if not match.clean:
            break
    report.add(str(pool), *_judged(played, expected(*pool) - met))


def _judged(played: Sequence[Played], missing: set[str] | frozenset[str]) -> tuple[Verdict, str]:
    last = played[-1]
    if not last.clean:
        why = faults_in_words(last.turns) or [", ".join(f"{kind} {n}" for kind, n in _faults(last).items())]
        return Verdict.FAILED, f"match {len(played)} ended by {last.outcome.termination}: " + "; ".join(why)
    decisions = sum(len(match.turns) for match in played)
    text = f"{decisions} decisions in {len(played)} matches, all legal and in time"
    return Verdict.OK, f"{text}; not met: {', '.join(sorted(missing))}" if missing else text


def _faults(played: Played) -> dict[str, int]:
    return {kind: n for seat in played.outcome.seats for kind, n in seat.faults.items()}


async def play_together(stage: Stage, report: Report, pools: Sequence[Pool]) -> None:
    """Play as many matches at once as the bot says that it can."""
    what = "several matches at once"
    if not await stage.here() or stage.ability is None:
        report.add(what, Verdict.FAILED, stage.absence())
        return
    count = min(stage.ability.max_matches, TOGETHER)
    if count == 1:
        report.add(what, Verdict.OK, "it says max_matches 1, so an event gives it one match at a time")
        return
    played = await asyncio.gather(*(stage.play(pools[number % len(pools)]) for number in range(count)))
    for match in played:
        report.time(f"{count} at once", match.turns)
    faulty = [match for match in played if not match.clean]
    if faulty:
        why = "; ".join(faults_in_words(faulty[0].turns))
        report.add(what, Verdict.FAILED, f"{len(faulty)} of {count} matches had faults: {faulty[0].pool}: {why}")
    else:
        report.add(what, Verdict.OK, f"{count} matches at once, without a fault")
