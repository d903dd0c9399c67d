"""A whole server for the benchmark: database, clocks, log and ratings as anybody would have them.

Its first line names its address and the token of each bot; each line on standard input is answered with the seconds of
processor time that the process has used.
"""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection

from muggins.app import App, serve
from muggins.config import Settings
from muggins.director.rules import read_event
from muggins.store import bots
from tests.bench.filler import fill

# The bots decide nothing between windows, and nobody's clock may run out meanwhile.
EVENT = """
name = "{name}"
game = "{game}"
seats = 2
games_per_pairing = 100000
entrants = ["{left}", "{right}"]

[time]
start_up = "20h"
move = "20h"
max_wait = "20h"
"""


def register(conn: Connection, names: Sequence[str]) -> dict[str, str]:
    """Tokens by name."""
    return {name: bots.add(conn, name, "bench", datetime.now(UTC))[1] for name in names}


async def prepare(app: App, game: str, pairs: int, idle: int) -> dict[str, list[str]]:
    """Start an event for each pair of bots.  Returns the tokens of those that play, and of those that only connect."""
    playing = [f"bot-{number}" for number in range(2 * pairs)]
    tokens = await app.database.writer.run(register, playing)
    watching = await app.database.writer.run(register, [f"idle-{number}" for number in range(idle)])
    for number in range(pairs):
        left, right = playing[2 * number : 2 * number + 2]
        text = EVENT.format(name=f"pair {number}", game=game, left=left, right=right)
        await app.events.create(read_event(text, "bench"), text, "bench")
        await app.events.start(f"pair {number}")
    return {"playing": list(tokens.values()), "idle": list(watching.values())}


async def run(folder: Path, given: argparse.Namespace) -> None:
    """Serve until standard input ends."""
    settings = Settings(database=str(folder / "bench.db"), listen="127.0.0.1:0")
    async with serve(settings) as app:
        if given.stored:
            await app.database.writer.run(fill, given.stored)
        tokens = await prepare(app, given.game, given.pairs, given.idle)
        print(json.dumps({"address": app.address, **tokens}), flush=True)
        while await asyncio.to_thread(sys.stdin.readline):
            print(time.process_time(), flush=True)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--game", default="cribbage")
    options.add_argument("--pairs", type=int, default=1, help="of bots, each with an event of its own")
    options.add_argument("--idle", type=int, default=0, help="bots that connect and do not play")
    options.add_argument("--stored", type=int, default=0, help="matches that are in the database already")
    given = options.parse_args()
    with TemporaryDirectory(prefix="muggins-bench-") as folder:
        asyncio.run(run(Path(folder), given))


if __name__ == "__main__":
    main()
