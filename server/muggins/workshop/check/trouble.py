"""Does the bot bear what a network and a newer server do to it?"""

from collections.abc import Callable
from typing import Final

from muggins.api import wire
from muggins.api.encoding import delimited, tag
from muggins.v1 import play_pb2
from muggins.workshop.check.findings import Report, Verdict, faults_in_words
from muggins.workshop.check.stage import NAME, Played, Pool, Stage

NEWER: Final = delimited(tag(1000), b"of a newer server")  # a field that no message has
UNKNOWN_NOTICE: Final = 1000
PONG: Final = 5.0  # seconds


async def unknown_things(stage: Stage, report: Report, pool: Pool) -> None:
    """Say, in the middle of a match, a notice of an unknown kind, and unknown fields at both levels."""
    notice = play_pb2.Notice(kind=UNKNOWN_NOTICE, text="a notice of a newer server")  # type: ignore[arg-type]

    def say() -> None:
        for session in stage.door.play.sessions(NAME):
            session.say(wire.NOTICE, delimited(wire.NOTICE, notice.SerializeToString() + NEWER) + NEWER)

    await _in_a_match(stage, report, pool, "an unknown notice, unknown fields", say)


async def broken_stream(stage: Stage, report: Report, pool: Pool) -> None:
    """Break the stream in the middle of a match: the bot has to dial again, and is sent its pending turns again."""

    def cut() -> None:
        for session in stage.door.play.sessions(NAME):
            session.cut()

    await _in_a_match(stage, report, pool, "a broken connection", cut)


async def restarted_server(stage: Stage, report: Report, pool: Pool) -> None:
    """Stop the server while the bot waits, and start it anew at the same address."""
    what = "a server that restarts"
    if not await stage.here():
        report.add(what, Verdict.FAILED, stage.absence())
        return
    await stage.restart_server()
    if not await stage.until(lambda: stage.ability or not stage.process.alive) or stage.ability is None:
        report.add(what, Verdict.FAILED, stage.absence())
        return
    report.add(what, *_judged(await stage.play(pool), "it came back and played on"))


async def pinged(stage: Stage, report: Report) -> None:
    """Ask a bot that named the feature whether it is there."""
    if not await stage.here() or stage.ability is None or not stage.ability.ping:
        return
    (session, *_) = stage.door.play.sessions(NAME)
    heard = session.heard_at
    session.say(wire.PING, wire.ping_bytes(7))
    if await stage.until(lambda: session.heard_at > heard, PONG):
        report.add("a ping", Verdict.OK, "answered")
    else:
        report.add("a ping", Verdict.FAILED, "it names FEATURE_PING and does not answer; an idle session would be cut")


async def goodbye(stage: Stage, report: Report, pool: Pool) -> None:
    """Ask the process to end in the middle of a match, as an author's Ctrl-C does."""
    what = "goodbye"
    if not await stage.here():
        report.add(what, Verdict.FAILED, stage.absence())
        return
    played = await stage.play(pool, stage.process.ask_to_stop)
    ended = await stage.process.ended(PONG)
    if played.clean and ended and stage.process.code == 0:
        report.add(what, Verdict.OK, "told to end, it finished its match and ended with code 0")
    elif played.clean and ended:
        report.add(what, Verdict.ADVICE, f"told to end, it finished its match and ended with code {stage.process.code}")
    elif played.clean:
        report.add(what, Verdict.ADVICE, "told to end (SIGTERM), it finished its match and did not end")
    else:
        report.add(what, Verdict.ADVICE, "told to end (SIGTERM), it left its match; with a goodbye it would finish it")


async def _in_a_match(stage: Stage, report: Report, pool: Pool, what: str, happens: Callable[[], object]) -> None:
    if not await stage.here():
        report.add(what, Verdict.FAILED, stage.absence())
        return
    played = await stage.play(pool, happens)
    if not played.clean and stage.ability is None:
        report.add(what, Verdict.FAILED, stage.absence())
    else:
        report.add(what, *_judged(played, "it played on without a fault"))


def _judged(played: Played, well: str) -> tuple[Verdict, str]:
    return (Verdict.OK, well) if played.clean else (Verdict.FAILED, "; ".join(faults_in_words(played.turns)))
