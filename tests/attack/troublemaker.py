"""Misbehaving bots, one for each flag, all at once: ``python -m tests.attack.troublemaker ADDRESS``.

The first line on standard input has tokens by flag.  Each further line is answered with how many turns they had.
"""

import asyncio
import json
import sys
from collections import Counter
from contextlib import suppress
from typing import Any

import grpc

from muggins.v1 import play_pb2
from tests.attack.http2 import PLAY
from tests.referee.scripted import Flag, answers

AGAIN = 1.0  # seconds between two sessions, as a bot is allowed
LEAVERS = {Flag.LEAVES: 2.0, Flag.LEAVES_OFF_TURN: 0.1, Flag.BLINKS: 0.1, Flag.FLAPS: 0.0, Flag.SECOND: 0.0}


class Troublemaker:
    """One bot that misbehaves at every turn, in the way of its flag."""

    def __init__(self, address: str, token: str, flag: Flag, had: Counter[str]) -> None:
        self._address = address
        self._token = token
        self._flag = flag
        self._had = had

    async def run(self) -> None:
        while True:
            with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError, asyncio.TimeoutError):
                async with grpc.aio.insecure_channel(
                    self._address, options=[("grpc.use_local_subchannel_pool", 1)]
                ) as channel:
                    await self._session(channel)
            await asyncio.sleep(AGAIN + LEAVERS.get(self._flag, 0.0))

    async def _session(self, channel: grpc.aio.Channel) -> None:
        play: Any = channel.stream_stream(PLAY)  # type: ignore[call-arg]  # raw bytes need no serializer
        call = play(metadata=[("authorization", f"Bearer {self._token}")])
        await call.write(play_pb2.PlayRequest(hello=play_pb2.Hello(max_matches=2)).SerializeToString())
        while isinstance(data := await call.read(), bytes):
            for turn in play_pb2.PlayResponse.FromString(data).turns:
                self._had[self._flag] += 1
                await self._answer(call, turn)
                if self._flag in LEAVERS:
                    return

    async def _answer(self, call: Any, turn: play_pb2.Turn) -> None:
        waited = 0.0
        for after, turn_id, move in answers(self._flag, turn):
            await asyncio.sleep(after - waited)
            waited = after
            decision = play_pb2.Decision(turn_id=turn_id, move=move)
            await call.write(play_pb2.PlayRequest(decisions=[decision]).SerializeToString())


async def run(address: str) -> None:
    tokens, had = json.loads(sys.stdin.readline()), Counter[str]()
    bots = [
        asyncio.ensure_future(Troublemaker(address, token, Flag(flag), had).run()) for flag, token in tokens.items()
    ]
    while await asyncio.to_thread(sys.stdin.readline):
        broken = [repr(bot.exception()) for bot in bots if bot.done()]
        print(json.dumps({"strikes": had, "broken": broken}), flush=True)


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1]))
