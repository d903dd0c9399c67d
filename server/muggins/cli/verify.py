"""``muggins match verify``: work logs out again, and say what does not hold in them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from muggins.cli.fetch import logs_of, matches_over
from muggins.cli.link import Server, Where, link
from muggins.cli.progress import progress
from muggins.cli.say import clean, fail, say
from muggins.cli.verb import reaching
from muggins.referee.verify import Discrepancy, read_lines
from muggins.referee.verify import verify as verify_log
from muggins.v1 import matches_pb2 as pb

Targets = Annotated[list[str] | None, typer.Argument(metavar="[ID|FILE]...", help="matches, or files of their logs")]


@reaching
async def verify(
    where: Where,
    targets: Targets = None,
    every: Annotated[bool, typer.Option("--all", help="all matches that are over")] = False,
) -> None:
    """Work logs out again: the shuffle, every move, score and clock, the result and what it did to ratings.

    Files need no server.  The first thing that does not hold in a log is named.
    """
    if bool(targets) == every:
        fail("say which matches: their ids, files of their logs, or --all")
    files = [target for target in targets or () if Path(target).is_file()]
    ids = [target for target in targets or () if target not in files]
    bad = [_told(file, Path(file).read_text(encoding="utf-8", errors="replace")) for file in files].count(False)
    checked = len(files)
    if ids or every:
        async with link(where) as server:
            over = await matches_over(server) if every else []
            wanted = ids or [match.match_id for match in over if match.state == pb.MATCH_STATE_FINISHED]
            bad += await _verify(server, wanted, quietly=every)
            checked += len(wanted)
    if bad:
        fail(f"{bad} of {checked} logs do not hold")
    say(f"{checked} {'log holds' if checked == 1 else 'logs hold'}")


async def _verify(server: Server, match_ids: Sequence[str], *, quietly: bool) -> int:
    """How many of the logs do not hold.  What is right is not told ``quietly``."""
    bad = 0
    with progress() as bars:
        bar = bars.add_task("verifying", total=len(match_ids))
        async for match_id, log in logs_of(server, match_ids):
            if not log:
                fail(f"match {match_id} has no log")
            bad += not _told(match_id, log, quietly=quietly)
            bars.advance(bar)
    return bad


def _told(name: str, log: str, *, quietly: bool = False) -> bool:
    """Verify a log and say how that went."""
    try:
        verify_log(read_lines(log))
    except Discrepancy as found:
        say(f"{clean(name)}: {clean(str(found))} [{found.kind}]")
        return False
    if not quietly:
        say(f"{clean(name)} holds")
    return True
