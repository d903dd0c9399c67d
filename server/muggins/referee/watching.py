"""Looking on: what everybody at a table may know, as it happens."""

import asyncio
from collections.abc import AsyncIterator

from muggins.games.base import EVERYONE
from muggins.referee.live import LiveMatch
from muggins.referee.seats import Happening


async def public_events(live: LiveMatch, from_event: int = 0) -> AsyncIterator[Happening]:
    """The public events from that number on, until the result is stored.

    The events stay with the match: a slow viewer holds nothing up and nothing but its place.
    """
    changed = asyncio.Event()
    live.watchers.add(changed.set)
    place = 0
    try:
        while True:
            changed.clear()
            while place < len(live.events):
                happening = live.events[place]
                place += 1
                if happening.event.to == EVERYONE and happening.number >= from_event:
                    yield happening
            if live.outcome is not None:
                return
            await changed.wait()
    finally:
        live.watchers.discard(changed.set)
