"""One stream to the server, from hello to its end."""

import asyncio
import contextlib
import time
from typing import Any, Final

import grpc

from muggins.v1 import play_pb2
from muggins_bot.player import Player

Call = grpc.aio.StreamStreamCall[play_pb2.PlayRequest, play_pb2.PlayResponse]

SLICE: Final = 0.001  # seconds of deciding before what is ready goes out


class Session:
    """Reads, decides and writes in one task, so there is one writer and one message for whatever is ready together.

    A bot that thinks long sends what it has every SLICE, and looks for news before it thinks on.
    """

    def __init__(self, player: Player, call: Call, wake: asyncio.Event, grace: float) -> None:
        self._player = player
        self._call = call
        self._wake = wake  # something was read, an async decision is ready, or the bot is to leave
        self._grace = grace  # seconds to let the server end the stream after a goodbye without matches

    async def run(self) -> None:
        """Play until the stream ends.  Raises grpc.aio.AioRpcError when it does not end well."""
        await self._call.write(self._player.hello())
        read = self._read()
        try:
            while not self._player.superseded and (self._player.busy or await self._news()):
                self._wake.clear()
                if read.done():
                    message = read.result()
                    if not isinstance(message, play_pb2.PlayResponse):
                        return  # the end of the stream
                    self._player.take(message)
                    read = self._read()
                self._decide()
                await self._send()
            await self._call.done_writing()
        finally:
            read.cancel()
            await asyncio.gather(read, return_exceptions=True)

    def _read(self) -> asyncio.Task[Any]:
        # A read that is cancelled, as by wait_for, takes the whole call with it: keep the one task until it is done.
        read = asyncio.ensure_future(self._call.read())
        read.add_done_callback(lambda _: self._wake.set())
        return read

    async def _news(self) -> bool:
        """Wait for something to do.  False when the bot leaves and nothing comes any more."""
        done = self._player.leaving and not self._player.matches
        try:
            async with asyncio.timeout(self._grace if done else None):
                await self._wake.wait()
        except TimeoutError:
            return False
        return True

    def _decide(self) -> None:
        until = time.monotonic() + SLICE
        while self._player.step() and time.monotonic() < until:
            pass

    async def _send(self) -> None:
        request = self._player.collect()
        if not request.ListFields():
            await asyncio.sleep(0)
            return
        with contextlib.suppress(asyncio.InvalidStateError):  # the stream has ended; the read says why
            await self._call.write(request)
