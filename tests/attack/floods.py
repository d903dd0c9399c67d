"""The floods: ``python -m tests.attack.floods ADDRESS NAME ...``, until the process is ended.

The first line on standard input has the tokens of strangers; each further line is answered with how often each struck.
"""

import asyncio
import json
import random
import socket
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from itertools import cycle
from typing import Any

import grpc

from muggins.v1 import matches_pb2, matches_pb2_grpc, play_pb2, tournaments_pb2, tournaments_pb2_grpc
from tests.attack.http2 import HELLO, Peer
from tests.attack.mutations import Frames

Strikes = Counter[str]
Flood = Callable[["Target", Strikes], Awaitable[None]]

IDLE_SOCKETS = 900
RESETS = 50_000  # in all, and then no more
RESETS_AT_ONCE = 250
UNREAD = 100  # streams
CALLERS = 50
Play: Any = "/muggins.v1.PlayService/Play"


class Target:
    """The server, and the tokens of bots that are in no event."""

    def __init__(self, address: str, tokens: list[str]) -> None:
        self.address = address
        self.tokens: Iterator[str] = cycle(tokens)

    def channel(self, **options: Any) -> grpc.aio.Channel:
        return grpc.aio.insecure_channel(self.address, options=[("grpc.use_local_subchannel_pool", 1)], **options)

    def dial(self, channel: grpc.aio.Channel, **metadata: str) -> Any:
        """A session of the next bot."""
        call: Any = channel.stream_stream(Play)  # type: ignore[call-arg]  # raw bytes need no serializer
        return call(metadata=[("authorization", f"Bearer {next(self.tokens)}"), *metadata.items()])


async def idle_sockets(target: Target, strikes: Strikes) -> None:
    """Connections that say nothing, or only half of what opens one."""
    host, _, port = target.address.rpartition(":")
    held: list[socket.socket] = []
    while True:
        for number in range(IDLE_SOCKETS // 10):
            with suppress(OSError):
                held.append(await asyncio.to_thread(socket.create_connection, (host, int(port)), 5))
                held[-1].sendall(HELLO[: number % 2 * 20])
                strikes["idle sockets"] += 1
        for old in held[:-IDLE_SOCKETS]:
            old.close()
        del held[:-IDLE_SOCKETS]
        await asyncio.sleep(0.5)


async def resets(target: Target, strikes: Strikes) -> None:
    """Calls that are opened and taken back, on one connection after another as the server closes them."""
    while strikes["resets"] < RESETS:
        with suppress(OSError, AssertionError):
            peer = await asyncio.to_thread(Peer, target.address)
            for _ in range(20):
                await asyncio.to_thread(peer.open_and_reset, RESETS_AT_ONCE)
                strikes["resets"] += RESETS_AT_ONCE
                await asyncio.sleep(0.05)
            peer.close()
        await asyncio.sleep(0.05)


async def garbage(target: Target, strikes: Strikes) -> None:
    """Bytes that are no HTTP/2, or stop being it."""
    host, _, port = target.address.rpartition(":")
    while True:
        with suppress(OSError):
            _, writer = await asyncio.open_connection(host, int(port))
            writer.write(random.choice((b"", HELLO, b"GET / HTTP/1.1\r\n\r\n")) + random.randbytes(2000))
            await writer.drain()
            strikes["garbage"] += 1
            writer.close()
        await asyncio.sleep(0.02)


async def useless(target: Target, strikes: Strikes) -> None:
    """Answers to nothing, until the session is ended, and again."""
    decisions = play_pb2.PlayRequest(decisions=[play_pb2.Decision(turn_id=n, move="AS") for n in range(200)])
    await _sessions(target, strikes, "useless answers", lambda: decisions.SerializeToString())


async def mutated(target: Target, strikes: Strikes) -> None:
    """Messages that were right once."""
    await _sessions(target, strikes, "mutated messages", Frames(random.Random()).__next__)


async def huge(target: Target, strikes: Strikes) -> None:
    """Messages over the limit, and metadata over it."""
    while True:
        for metadata in ({}, {"x-long": "x" * 12_000}, {"x-long": "x" * 30_000}):
            async with target.channel() as channel:
                with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
                    call = target.dial(channel, **metadata)
                    await call.write(b"\0" * 70_000)
                    await call.read()
            strikes["huge messages"] += 1
            await asyncio.sleep(0.01)


async def _sessions(target: Target, strikes: Strikes, what: str, message: Callable[[], bytes]) -> None:
    while True:
        async with target.channel() as channel:
            with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
                call = target.dial(channel)
                await call.write(play_pb2.PlayRequest(hello=play_pb2.Hello()).SerializeToString())
                while not call.done():
                    await call.write(message())
                    strikes[what] += 1
                    await asyncio.sleep(0.002)
        await asyncio.sleep(0.05)


async def unread(target: Target, strikes: Strikes) -> None:
    """Streams that are written to, and never read."""
    request = play_pb2.PlayRequest(hello=play_pb2.Hello(max_matches=1000))
    request.decisions.extend(play_pb2.Decision(turn_id=n, move="x" * 100) for n in range(400))
    first, again = request.SerializeToString(), play_pb2.PlayRequest(hello=play_pb2.Hello()).SerializeToString()
    async with target.channel() as one, target.channel() as other:
        calls = [target.dial(channel) for channel in (one, other) for _ in range(UNREAD // 2)]
        while True:
            for number, call in enumerate(calls):
                if call.done():
                    calls[number] = target.dial(one if number % 2 else other)
                with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
                    await call.write(again if strikes["unread streams"] >= UNREAD else first)
                    strikes["unread streams"] += 1
            await asyncio.sleep(0.5)


async def calls(target: Target, strikes: Strikes) -> None:
    """Questions of anybody, many at once, and people who watch and never read."""
    async with target.channel() as channel:
        matches = matches_pb2_grpc.MatchServiceStub(channel)
        events: Any = tournaments_pb2_grpc.TournamentServiceStub(channel)
        watching = [events.WatchTournament(tournaments_pb2.WatchTournamentRequest(name="honest")) for _ in range(40)]
        while True:
            questions: list[Any] = [matches.ListMatches(matches_pb2.ListMatchesRequest()) for _ in range(CALLERS)]
            questions.append(events.GetTournament(tournaments_pb2.GetTournamentRequest(name="honest")))
            await asyncio.gather(*questions, return_exceptions=True)
            strikes["calls"] += len(questions)
            strikes["watchers"] = len(watching)
            await asyncio.sleep(0.5)


FLOODS: dict[str, Flood] = {
    flood.__name__: flood for flood in (idle_sockets, resets, garbage, useless, mutated, huge, unread, calls)
}


async def run(address: str, names: list[str]) -> None:
    target, strikes = Target(address, json.loads(sys.stdin.readline())), Strikes()
    floods = [asyncio.ensure_future(FLOODS[name](target, strikes)) for name in names]
    while await asyncio.to_thread(sys.stdin.readline):
        broken = [flood.exception() for flood in floods if flood.done() and flood.exception()]
        print(json.dumps({"strikes": strikes, "broken": list(map(repr, broken))}), flush=True)


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1], sys.argv[2:]))
