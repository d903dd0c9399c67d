"""Fuzzing over the wire: sessions, calls of every service, and connections that stop making sense.

    python -m tests.attack.outside FRAMES SEED

The first line on standard input has the server's address and tokens; it is answered, when all is sent, with how often
what was answered.
"""

import asyncio
import json
import random
import sys
from collections import Counter
from contextlib import suppress
from typing import Any, Final

import grpc
from google.protobuf.descriptor import FieldDescriptor, MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from muggins.v1 import bots_pb2, matches_pb2, play_pb2, rankings_pb2, tournaments_pb2
from tests.attack.http2 import HELLO, PLAY, headers, message
from tests.attack.mutations import MUTATIONS, NUMBERS, TEXTS, Frames

FILES: Final = (bots_pb2, matches_pb2, rankings_pb2, tournaments_pb2)
AT_ONCE: Final = 16  # sessions, and as many calls, beside one connection after another
OPTIONS: Final = [("grpc.use_local_subchannel_pool", 1)]
LONGEST: Final = 10.0  # seconds for a session
PATIENCE: Final = 60.0  # seconds for an answer: it is the one who asks that is short of time, on one machine
FIRST: Final = play_pb2.PlayRequest(hello=play_pb2.Hello(max_matches=1)).SerializeToString()


class Wire:
    """What is left to be sent, and how it was answered."""

    def __init__(self, address: str, tokens: list[str], frames: int, seed: int) -> None:
        self.address = address
        self.left = frames
        self.codes: Counter[str] = Counter()
        self._random = random.Random(seed)
        self._tokens = tokens
        self._frames = Frames(self._random)

    async def fuzz(self) -> None:
        """Send everything; calls that are not answered in time count as DEADLINE_EXCEEDED."""
        async with grpc.aio.insecure_channel(self.address, options=OPTIONS) as channel:
            sessions = [self._sessions() for _ in range(AT_ONCE)]
            calls = [self._calls(channel) for _ in range(AT_ONCE)]
            await asyncio.gather(*sessions, *calls, self._connections())

    @property
    def _token(self) -> tuple[str, str]:
        return "authorization", f"Bearer {self._random.choice(self._tokens)}"

    def _take(self) -> bool:
        self.left -= 1
        return self.left >= 0

    async def _sessions(self) -> None:
        """One session after another, each on a connection of its own, as those of bots are."""
        while self.left > 0:
            async with grpc.aio.insecure_channel(self.address, options=OPTIONS) as channel:
                play: Any = channel.stream_stream(PLAY)  # type: ignore[call-arg]  # raw bytes need no serializer
                call = play(metadata=[self._token])
                reading = asyncio.ensure_future(_drain(call))
                with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError, TimeoutError):
                    await asyncio.wait_for(self._say(call), LONGEST)
                call.cancel()
                reading.cancel()
                await asyncio.wait((reading,))
                self.codes["sessions"] += 1  # how one ends, the client knows only if it was not just writing

    async def _say(self, call: Any) -> None:
        await call.write(FIRST)
        while not call.done() and self._take():
            await call.write(next(self._frames))
            await asyncio.sleep(0.001)  # or much would be said to sessions that have ended

    async def _calls(self, channel: grpc.aio.Channel) -> None:
        methods = [method for file in FILES for method in _methods(file)]
        while self._take():
            method = self._random.choice(methods)
            data = filled(method, self._random)
            for _ in range(self._random.choice((0, 0, 1, 3))):
                data = self._random.choice(MUTATIONS)(data, self._random)
            ask: Any = channel.unary_stream if method.server_streaming else channel.unary_unary
            path = f"/{method.containing_service.full_name}/{method.name}"
            metadata = self._random.choice(([], [self._token]))
            call = ask(path)(data[:60_000], timeout=PATIENCE, metadata=metadata)
            with suppress(grpc.aio.AioRpcError):
                await (call.read() if method.server_streaming else call)
            call.cancel()
            self.codes[(await call.code()).name] += 1

    async def _connections(self) -> None:
        host, _, port = self.address.rpartition(":")
        while self._take():
            data = HELLO + headers(1) + message(1, FIRST) + headers(3, more={"x": "y" * self._random.randrange(300)})
            for _ in range(self._random.choice((1, 3))):
                data = self._random.choice(MUTATIONS)(data, self._random)
            with suppress(OSError):
                _, writer = await asyncio.open_connection(host, int(port))
                writer.write(data)
                await writer.drain()
                writer.close()
            self.codes["connections"] += 1


async def _drain(call: Any) -> None:
    with suppress(grpc.aio.AioRpcError, asyncio.CancelledError):
        while isinstance(await call.read(), bytes):
            pass


def _methods(file: Any) -> list[MethodDescriptor]:
    services = file.DESCRIPTOR.services_by_name.values()
    return [method for service in services for method in service.methods]


def filled(method: MethodDescriptor, choice: random.Random) -> bytes:
    """A request of that method with something in its fields."""
    request: Message = GetMessageClass(method.input_type)()
    for field in method.input_type.fields:
        if choice.random() < 0.7 and not field.is_repeated:
            setattr(request, field.name, _value(field, choice))
    return request.SerializeToString()


def _value(field: Any, choice: random.Random) -> object:
    if field.type == FieldDescriptor.TYPE_STRING:
        return choice.choice((*TEXTS, "honest", "bot-1"))
    if field.type == FieldDescriptor.TYPE_BOOL:
        return choice.choice((True, False))
    if field.type == FieldDescriptor.TYPE_ENUM:
        return choice.choice((0, 1, 2, 77))
    return choice.choice([number for number in NUMBERS if number < 2**31])


def main(frames: int, seed: int) -> None:
    told = json.loads(sys.stdin.readline())
    wire = Wire(told["address"], told["tokens"], frames, seed)
    asyncio.run(wire.fuzz())
    print(json.dumps(wire.codes), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
