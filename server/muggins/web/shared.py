"""What many look at and one works out: a fragment of a page is made once a second, however many follow it."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

FRESH: Final = 1.0  # seconds
MOST: Final = 256  # fragments that are kept


@dataclass(slots=True)
class _Kept:
    text: str = ""
    made: float = float("-inf")
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Shared:
    """Texts by key, each no older than FRESH."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._kept: OrderedDict[str, _Kept] = OrderedDict()

    async def get(self, key: str, make: Callable[[], Awaitable[str]]) -> str:
        """The text of that key; who comes while it is being made waits for it."""
        kept = self._kept.setdefault(key, _Kept())
        self._kept.move_to_end(key)
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)
        async with kept.lock:
            if self._now() - kept.made >= FRESH:
                kept.text, kept.made = await make(), self._now()
        return kept.text
