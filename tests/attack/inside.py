"""The Play service without a socket: streams that a program feeds, to fuzz it as fast as it can take it."""

import asyncio
import logging
import random
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from typing import Any, Final

import grpc

from muggins.api import play
from muggins.api.limits import TokenBucket
from muggins.api.session import Context
from muggins.games.match import MatchRules
from muggins.referee.live import LiveMatch, MatchSpec
from muggins.referee.referee import Referee
from muggins.referee.timing import LoopClock, TimeControl
from muggins.referee.verdict import outcome_of
from muggins.v1 import play_pb2
from tests.attack.mutations import Frames

EOF: Final = grpc.aio.EOF  # type: ignore[attr-defined]  # the stubs lack it
CALM: Final = TimeControl(start_up=60.0, move=60.0, bank=60.0)
SHORT: Final = replace(CALM, start_up=0.2, move=0.2, bank=0.2)
GAMES: Final = (MatchRules("cribbage", 2), MatchRules("fives-and-threes", 2))


class Ended(Exception):
    """The service has ended the stream with a status."""


class Stream:
    """A stream as the service sees it, of a bot that answers properly."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.codes: Counter[str] = Counter()
        self._answers: asyncio.Queue[bytes] = asyncio.Queue()
        self._answers.put_nowait(play_pb2.PlayRequest(hello=play_pb2.Hello(max_matches=8)).SerializeToString())

    async def read(self) -> Any:
        return await self._answers.get()

    async def write(self, data: bytes) -> None:
        answer = play_pb2.PlayRequest()
        for turn in play_pb2.PlayResponse.FromString(data).turns:
            answer.decisions.add(turn_id=turn.turn_id, move=turn.legal_moves[0])
        self._answers.put_nowait(answer.SerializeToString())

    async def abort(self, code: grpc.StatusCode, text: str = "", trailers: object = ()) -> None:
        self.codes[code.name] += 1
        raise Ended(text)


class FuzzedStream(Stream):
    """Its bot says hello, and then whatever the frames hold; ``left`` is how many remain to be said."""

    def __init__(self, name: str, frames: Frames, frames_left: int) -> None:
        super().__init__(name)
        self.left = frames_left
        self._frames = frames

    async def read(self) -> Any:
        if not self._answers.empty():
            return self._answers.get_nowait()
        await asyncio.sleep(0)
        if self.left <= 0:
            return EOF
        self.left -= 1
        return next(self._frames)

    async def write(self, data: bytes) -> None:
        response = play_pb2.PlayResponse.FromString(data)
        self._frames.turns += [(turn.turn_id, turn.legal_moves[-1]) for turn in response.turns]
        self._frames.matches += [start.match_id for start in response.starts]
        del self._frames.turns[:-20], self._frames.matches[:-5]

    def again(self) -> None:
        """The bot dials once more."""
        self._answers.put_nowait(play_pb2.PlayRequest(hello=self._frames.hello()).SerializeToString())


class Arena:
    """A referee whose matches begin anew: one fuzzed bot against an honest one, and two honest ones beside them."""

    def __init__(self) -> None:
        self.referee = Referee(LoopClock(), self._over)
        self.service = play.PlayService(self.referee, self._admit)
        self.terminations: dict[str, Counter[str]] = {"fuzzed": Counter(), "beside": Counter()}
        self.harmed = 0  # faults of honest bots
        self.errors = Errors()
        self._number = count()

    async def _admit(self, context: Context) -> str:
        assert isinstance(context, Stream)
        return context.name

    async def serve(self, stream: Stream) -> None:
        """One session, to its end."""
        try:
            await self.service._play(None, stream)  # type: ignore[arg-type]  # what gRPC hands it
        except Ended:
            return

    def start(self, kind: str) -> None:
        number = next(self._number)
        bots, time = (("mal", "eve"), SHORT) if kind == "fuzzed" else (("ann", "bob"), CALM)
        seed = number.to_bytes(32, "big")
        self.referee.start(MatchSpec(f"{kind}-{number}", GAMES[number % 2], time, bots, seed))

    def _over(self, live: LiveMatch) -> None:
        outcome, kind = outcome_of(live, datetime.now(UTC)), live.spec.id.partition("-")[0]
        self.terminations[kind][outcome.termination] += 1
        self.harmed += sum(sum(seat.faults.values()) for seat in outcome.seats[kind == "fuzzed" :])
        loop = asyncio.get_running_loop()
        loop.call_soon(self.referee.announce, live, outcome)
        loop.call_soon(self.start, kind)


class Errors(logging.Handler):
    """Counts what the server reports as broken."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(self.format(record))


async def fuzz(frames: int, seed: int) -> tuple[Arena, FuzzedStream]:
    """Feed so many frames to the service, through one session after another."""
    arena = Arena()
    logger = logging.getLogger("muggins")
    logger.addHandler(arena.errors)
    honest = [asyncio.ensure_future(arena.serve(Stream(name))) for name in ("ann", "bob", "eve")]
    stream = FuzzedStream("mal", Frames(random.Random(seed)), frames)
    for kind in ("fuzzed", "beside"):
        arena.start(kind)
    while stream.left > 0:
        arena.service._openings["mal"] = TokenBucket(1, 1.0, arena.referee.clock.now)  # it may dial without a pause
        await arena.serve(stream)
        stream.again()
        await asyncio.sleep(0)
    for task in honest:
        task.cancel()
    await asyncio.gather(*honest, return_exceptions=True)
    logger.removeHandler(arena.errors)
    return arena, stream
