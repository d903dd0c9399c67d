"""What grpc.aio alone can do: turns of a real match go out, answers come in, and nothing is played, timed or kept.

Single: one turn in a message, and as many streams as there would be matches, in raw bytes.  That is what a referee can
reach at most that sends each question by itself.

Coalescing: two streams, one for each bot.  An answer of the one puts a ready-made turn in the queue of the other, and
all that is in a queue goes out in one message.  That is what a referee can reach that batches, if rules, clocks, log
and store cost nothing; both ends still read and write the messages of the protocol.
"""

import argparse
import asyncio
import sys
from itertools import count, cycle, islice
from typing import Any

import grpc

from muggins.api.server import OPTIONS
from muggins.v1 import play_pb2
from tests.bench.meter import Meter
from tests.bench.sample import sample

METHOD = "/bench.Echo/Play"
STREAMS = "grpc.max_concurrent_streams"  # of one client: 256 have to get through, and else wait in silence


Context = grpc.aio.ServicerContext[bytes, bytes]
Call = grpc.aio.StreamStreamCall[bytes, bytes]


class SingleEcho:
    """One message back for each that comes."""

    def __init__(self, turns: list[bytes]) -> None:
        self._turns = turns

    async def play(self, _: object, context: Context) -> None:
        for turn in cycle(self._turns):
            if not isinstance(await context.read(), bytes):
                return
            await context.write(turn)


class CoalescingEcho:
    """Each answer of a stream becomes a turn of the other stream."""

    def __init__(self, turns: list[bytes]) -> None:
        self._turns = cycle(turns)
        self._pending: tuple[list[bytes], list[bytes]] = ([], [])
        self._wake = (asyncio.Event(), asyncio.Event())
        self._side = count()

    async def play(self, _: object, context: Context) -> None:
        side = next(self._side) % 2
        writer = asyncio.create_task(self._write(context, self._pending[side], self._wake[side]))
        other, wake = self._pending[1 - side], self._wake[1 - side]
        while isinstance(data := await context.read(), bytes):
            for _answer in play_pb2.PlayRequest.FromString(data).decisions:
                other.append(next(self._turns))
            wake.set()
        writer.cancel()

    async def _write(self, context: Context, pending: list[bytes], wake: asyncio.Event) -> None:
        while True:
            await wake.wait()
            await asyncio.sleep(0)  # what has been read meanwhile joins this message
            wake.clear()
            message = b"".join(pending)
            pending.clear()
            await context.write(message)


async def serve(*, coalescing: bool) -> None:
    """Say on which port, and answer until standard input ends."""
    turns, _ = await sample()
    echo = CoalescingEcho(turns) if coalescing else SingleEcho(turns)
    server = grpc.aio.server(options=[option for option in OPTIONS if option[0] != STREAMS])
    handlers = {"Play": grpc.stream_stream_rpc_method_handler(echo.play)}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("bench.Echo", handlers),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    print(port, flush=True)
    await asyncio.to_thread(sys.stdin.read)


async def answer_singly(call: Call, answers: list[bytes], meter: Meter) -> None:
    for answer in cycle(answers):
        while not meter.tick():
            await meter.opened()
        await call.write(answer)
        await call.read()


async def answer_together(call: Call, first: bytes, meter: Meter) -> None:
    await call.write(first)
    while isinstance(data := await call.read(), bytes):
        request = play_pb2.PlayRequest()
        for turn in play_pb2.PlayResponse.FromString(data).turns:
            while not meter.tick():
                await meter.opened()
            request.decisions.add(turn_id=turn.turn_id, move=turn.legal_moves[0])
        await call.write(request.SerializeToString())


async def dial(port: int, matches: int, *, coalescing: bool) -> None:
    """Keep as many turns on their way as ``matches`` would."""
    _, answers = await sample()
    meter = Meter()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        play: Any = channel.stream_stream(METHOD)  # type: ignore[call-arg]  # raw bytes need no serializer
        calls = [play() for _ in range(2 if coalescing else matches)]
        if coalescing:
            first = b"".join(islice(cycle(answers), matches // 2))  # messages that are joined are one message
            work = [answer_together(call, first, meter) for call in calls]
        else:
            work = [answer_singly(call, answers, meter) for call in calls]
        await asyncio.gather(*work)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--coalescing", action="store_true")
    options.add_argument("--dial", nargs=2, type=int, metavar=("PORT", "MATCHES"), help="without it, serve")
    given = options.parse_args()
    if given.dial:
        asyncio.run(dial(*given.dial, coalescing=given.coalescing))
    else:
        asyncio.run(serve(coalescing=given.coalescing))


if __name__ == "__main__":
    main()
