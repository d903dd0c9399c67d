"""``muggins rankings`` and ``muggins ratings``."""

from datetime import UTC, datetime
from typing import Annotated, Any

import typer

from muggins.cli.link import Server
from muggins.cli.say import Format, Row, fail, rows, say, table
from muggins.cli.strengths import LEGEND, as_of, cells, history_row, short
from muggins.cli.verb import FormatOption, connected, pages
from muggins.v1 import rankings_pb2 as pb

app = typer.Typer(help="Look after the ratings.", no_args_is_help=True)
List = pb.ListRankingsResponse


@connected
async def rankings(
    server: Server,
    pool: Annotated[str, typer.Option(help="one rating list, such as cribbage/2; else all")] = "",
    since: Annotated[str, typer.Option(help="only matches from that day on: 2030-01-31, or 2030-01-31T18:00")] = "",
    event: Annotated[str, typer.Option(help="only the matches of that event")] = "",
    history: Annotated[str, typer.Option(metavar="BOT", help="where one bot stood, hour by hour")] = "",
    how: FormatOption = Format.TABLE,
) -> None:
    """The rating lists, one for each game and number of seats: live ratings, and by all results together."""
    if event:
        if pool or since or history:
            fail("--event goes without --pool, --since and --history")
        show({event: await _list(server, pb.ListRankingsRequest(event=event))}, how)
        return
    moment = _moment(since) if since else None
    pools = await _pools(server, pool)
    if history:
        await _history(server, pools, history, how)
        return
    lists = {each: await ranking(server, each, moment) for each in pools}
    show(lists, how)
    if not lists:
        say("No rated match has been played yet.")


def show(lists: dict[str, List], how: Format) -> None:
    """Print lists by their titles."""
    if how is not Format.TABLE:
        rows([{"pool": each, **row(line)} for each, found in lists.items() for line in found.rankings], how)
        return
    for number, (title, found) in enumerate(lists.items()):
        table([_line(line) for line in found.rankings], title=("\n" if number else "") + title)
        say(as_of(found.computed, found.results))
    if any(found.HasField("computed") for found in lists.values()):
        say(f"\n{LEGEND}")


async def ranking(server: Server, pool: str, since: datetime | None = None) -> List:
    """One whole list."""
    if since:
        request = pb.ListRankingsRequest(pool=pool)
        request.since.FromDatetime(since)
        return await _list(server, request)
    last = List()

    async def ask(token: str) -> tuple[list[Any], str]:
        answer = await _list(server, pb.ListRankingsRequest(pool=pool, page_token=token))
        last.CopyFrom(answer)
        return list(answer.rankings), answer.next_page_token

    lines = await pages(ask)
    return List(rankings=lines, computed=last.computed if last.HasField("computed") else None, results=last.results)


def row(line: pb.Ranking) -> Row:
    """For a program: everything, under keys that stay."""
    return {"rank": line.rank, "bot": line.bot, **_live(line), **cells(_strength(line))}


def _line(line: pb.Ranking) -> Row:
    """For people: what fits 80 columns."""
    live = _live(line) if line.rating else {"matches": line.matches}
    return {"rank": line.rank, "bot": line.bot, **live, **short(_strength(line))}


def _live(line: pb.Ranking) -> Row:
    """What a list of an event or since a moment has not, but for the matches."""
    if not line.rating:
        return {"rating": None, "matches": line.matches, "won": None, "drawn": None, "lost": None}
    return {
        "rating": line.rating,
        "matches": line.matches,
        "won": line.won,
        "drawn": line.drawn,
        "lost": line.lost,
    }


def _strength(line: pb.Ranking) -> pb.Strength | None:
    return line.strength if line.HasField("strength") else None


async def _pools(server: Server, pool: str) -> list[str]:
    pools = list((await server.rankings.ListPools(pb.ListPoolsRequest(), metadata=server.who)).pools)
    if pool and pool not in pools:
        fail(f"there is no pool {pool!r}; there are: {', '.join(pools) or 'none yet'}")
    return [pool] if pool else pools


async def _list(server: Server, request: pb.ListRankingsRequest) -> List:
    return await server.rankings.ListRankings(request, metadata=server.who)


async def _history(server: Server, pools: list[str], bot: str, how: Format) -> None:
    found: list[Row] = []
    for pool in pools:
        request = pb.GetRatingHistoryRequest(pool=pool, bot=bot)
        answer = await server.rankings.GetRatingHistory(request, metadata=server.who)
        found += [{"pool": pool, **history_row(point)} for point in answer.points]
    rows(found, how)


def _moment(text: str) -> datetime:
    """A day or a moment; UTC unless it says otherwise."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        fail(f"--since is {text!r}; allowed: a day such as 2030-01-31, or a moment such as 2030-01-31T18:00")
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


@app.callback()
def ratings() -> None:
    """Look after the ratings."""


@app.command()
@connected
async def rebuild(server: Server) -> None:
    """Fold all stored results again, and say whether that changed a rating."""
    answer = await server.rankings.RebuildRatings(pb.RebuildRatingsRequest(), metadata=server.who)
    changed = {pool: count for pool, count in answer.changed.items() if count}
    for pool, count in sorted(changed.items()):
        say(f"{pool}: {count} ratings were not what the results amount to, and were put right")
    if not changed:
        say(f"Nothing changed: {answer.results} rated results amount to the ratings that are stored.")
