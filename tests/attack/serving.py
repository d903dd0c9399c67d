"""A whole server in a process of its own, to be attacked: ``python -m tests.attack.serving EXTRA EVENT.toml ...``.

Its first line has its address and the tokens of all bots by name, of whom EXTRA are in no event.  Each line on standard
input is answered with what it weighs and does.
"""

import asyncio
import json
import sys
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection

from muggins.app import App, serve
from muggins.config import Settings
from muggins.director.rules import read_event
from muggins.store import bots
from tests.attack.watching import memory, open_files


def register(conn: Connection, names: Iterable[str]) -> dict[str, str]:
    """Tokens by name."""
    return {name: bots.add(conn, name, f"owner of {name}", datetime.now(UTC))[1] for name in names}


async def prepare(app: App, extra: int, files: list[str]) -> dict[str, str]:
    """Start the events.  Returns the tokens of all bots."""
    texts = [await asyncio.to_thread(Path(file).read_text, "utf-8") for file in files]
    events = [read_event(text, file) for text, file in zip(texts, files, strict=True)]
    names = [name for event in events for name in event.entrants] + [f"stranger-{n}" for n in range(extra)]
    tokens = await app.database.writer.run(register, names)
    for event, text in zip(events, texts, strict=True):
        await app.events.create(event, text, event.name)
        await app.events.start(event.name)
    return tokens


def state(app: App) -> dict[str, float]:
    return {
        "memory": memory(),
        "files": open_files(),
        "cpu": time.process_time(),
        "live": len(app.director.referee.live),
        "connected": len(list(app.director.referee.lobby.connected())),
    }


async def run(folder: Path, extra: int, files: list[str]) -> None:
    settings = Settings(database=str(folder / "attack.db"), listen="127.0.0.1:0", drain=0.0)
    async with serve(settings) as app:
        tokens = await prepare(app, extra, files)
        print(json.dumps({"address": app.address, "tokens": tokens, "organiser": app.organiser_token}), flush=True)
        while await asyncio.to_thread(sys.stdin.readline):
            print(json.dumps(state(app)), flush=True)


if __name__ == "__main__":
    with TemporaryDirectory(prefix="muggins-attack-") as name:
        asyncio.run(run(Path(name), int(sys.argv[1]), sys.argv[2:]))
