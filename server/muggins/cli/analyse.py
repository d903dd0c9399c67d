"""``muggins match analyse``: what each decision of a seat cost beside the best alternative."""

from dataclasses import asdict
from typing import Annotated

import typer

from muggins.cli.fetch import log_of
from muggins.cli.link import Server
from muggins.cli.match import Id, get_match
from muggins.cli.progress import progress
from muggins.cli.say import Format, Row, fail, note, rows
from muggins.cli.turn import read_log
from muggins.cli.verb import FormatOption, connected
from muggins.v1 import matches_pb2 as pb
from muggins.workshop.analysis import Judged, judge
from muggins.workshop.analysis.judge import SIMULATION
from muggins.workshop.analysis.lay_away import MODEL


@connected
async def analyse(
    server: Server,
    match_id: Id,
    seat: Annotated[int, typer.Option(min=0, help="whose decisions")] = 0,
    samples: Annotated[int, typer.Option(min=10, help="deals that are simulated for a decision")] = 40,
    limit: Annotated[int, typer.Option(min=0, help="at most so many, the costliest; 0 means all")] = 20,
    how: FormatOption = Format.TABLE,
) -> None:
    """What each decision of a seat cost in points beside the best alternative, the costliest first."""
    match = await over(server, match_id)
    if seat >= len(match.bots):
        fail(f"--seat is {seat}; allowed: 0 to {len(match.bots) - 1}")
    log = read_log(await log_of(server, match_id))
    with progress() as bar:
        step = bar.add_task("turns", total=None)
        found = sorted(judge(log, seat, samples, lambda: bar.advance(step)), key=lambda judged: -judged.cost)
    rows([_row(judged) for judged in (found[:limit] if limit else found)], how)
    if how is Format.TABLE:
        note(f"\n{len(found)} decisions with a choice cost {sum(judged.cost for judged in found):.1f} points together.")
        note(f"{MODEL}.\n{SIMULATION}.\nThe best of several simulated moves is somewhat flattered; +- is 95 %.")


async def over(server: Server, match_id: str) -> pb.Match:
    """The match.  Raises Failure while it is played: nothing of it is revealed yet."""
    match = await get_match(server, match_id)
    if match.state == pb.MATCH_STATE_RUNNING:
        fail(f"match {match_id} is being played; it can be analysed when it is over")
    return match


def _row(judged: Judged) -> Row:
    fields = asdict(judged)
    simulated = fields.pop("samples")
    how = f"{simulated} deals" if simulated else "all unseen"
    return {**fields, "cost": round(judged.cost, 2), "error": round(judged.error, 2), "by": how}
