"""``muggins rankings`` and ``muggins ratings``."""

from typing import Annotated, Any

import typer

from muggins.cli.link import Server
from muggins.cli.say import Format, Row, fail, rows, say, table
from muggins.cli.verb import FormatOption, connected, pages
from muggins.v1 import rankings_pb2 as pb

app = typer.Typer(help="Look after the ratings.", no_args_is_help=True)


@connected
async def rankings(
    server: Server,
    pool: Annotated[str, typer.Option(help="one rating list, such as cribbage/2; else all")] = "",
    how: FormatOption = Format.TABLE,
) -> None:
    """The rating lists: one for each game and number of seats."""
    pools = list((await server.rankings.ListPools(pb.ListPoolsRequest(), metadata=server.who)).pools)
    if pool and pool not in pools:
        fail(f"there is no pool {pool!r}; there are: {', '.join(pools) or 'none yet'}")
    lists = {each: await ranking(server, each) for each in ([pool] if pool else pools)}
    if how is not Format.TABLE:
        rows([{"pool": each, **row(line)} for each, lines in lists.items() for line in lines], how)
        return
    for number, (each, lines) in enumerate(lists.items()):
        table([row(line) for line in lines], title=("\n" if number else "") + each)
    if not lists:
        say("No rated match has been played yet.")


async def ranking(server: Server, pool: str) -> list[pb.Ranking]:
    """One whole list."""

    async def ask(token: str) -> tuple[list[Any], str]:
        request = pb.ListRankingsRequest(pool=pool, page_token=token)
        answer = await server.rankings.ListRankings(request, metadata=server.who)
        return list(answer.rankings), answer.next_page_token

    return await pages(ask)


def row(line: pb.Ranking) -> Row:
    return {
        "rank": line.rank,
        "bot": line.bot,
        "rating": line.rating,
        "matches": line.matches,
        "won": line.won,
        "drawn": line.drawn,
        "lost": line.lost,
    }


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
