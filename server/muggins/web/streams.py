"""Server-sent events: so many at a time, ended when the server ends, and no longer than their reader reads."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

MOST: Final = 1500
UNREAD: Final = 30.0  # seconds that one message may wait for its reader
PING: Final = 15.0  # seconds of silence after which a comment shows that we are still here
HEADERS: Final = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"cache-control", b"no-store")]


def event(kind: str, data: Any, number: int | None = None) -> bytes:
    """One event, with JSON in it.  Its number is what a browser asks to go on from."""
    head = f"event: {kind}\n" if number is None else f"event: {kind}\nid: {number}\n"
    return f"{head}data: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


class Streams:
    """All that are open."""

    def __init__(self) -> None:
        self.open = 0
        self.closing = asyncio.Event()

    def stream(self, events: AsyncGenerator[bytes, None]) -> "Stream":
        """The events as an answer.  Raises HTTPException where too many are open."""
        if self.open >= MOST:
            raise HTTPException(503, "Too many people look on just now.", headers={"retry-after": "10"})
        return Stream(self, events)


class Stream:
    """One answer, counted while it is open."""

    def __init__(self, streams: Streams, events: AsyncGenerator[bytes, None]) -> None:
        self._streams = streams
        self._events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._streams.open += 1
        over = [asyncio.ensure_future(_left(receive)), asyncio.ensure_future(self._streams.closing.wait())]
        try:
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            async with aclosing(self._events), aclosing(_until(over, self._events)) as chunks:
                async for chunk in chunks:
                    message = {"type": "http.response.body", "body": chunk, "more_body": True}
                    await asyncio.wait_for(send(message), UNREAD)
            await send({"type": "http.response.body", "body": b""})
        except TimeoutError:
            pass  # it does not read: whoever wants to go on asks again, from where it was
        finally:
            self._streams.open -= 1
            for task in over:
                task.cancel()


async def _left(receive: Receive) -> None:
    """Wait until the reader has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _until(over: Sequence[asyncio.Future[Any]], events: AsyncIterator[bytes]) -> AsyncGenerator[bytes, None]:
    """The events, and pings where there are none for a while, until one of ``over`` is done."""
    coming = asyncio.ensure_future(_next(events))
    try:
        while True:
            await asyncio.wait([coming, *over], timeout=PING, return_when=asyncio.FIRST_COMPLETED)
            if any(future.done() for future in over):
                return
            if not coming.done():
                yield b": here\n\n"
            elif (chunk := coming.result()) is None:
                return
            else:
                yield chunk
                coming = asyncio.ensure_future(_next(events))
    finally:
        coming.cancel()
        await asyncio.wait([coming])


async def _next(events: AsyncIterator[bytes]) -> bytes | None:
    return await anext(events, None)
