"""A bot of the stage: it does what the script says, and hands on every byte that it is sent."""

import asyncio
from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING, Final

import grpc

from muggins.games.dealing import commitment
from muggins.v1 import play_pb2
from tests.hiding.script import TICK, Act, is_lay_away
from tests.hiding.streams import Stream

if TYPE_CHECKING:
    from tests.hiding.stage import Stage

NOT_A_MOVE: Final = {"illegal": "9-9", "malformed": "\x00"}


class Player:
    """One seat's bot, through all its sessions."""

    def __init__(self, stage: "Stage", seat: int, name: str) -> None:
        self._stage = stage
        self._seat = seat
        self._name = name
        self._asked: set[int] = set()
        self._entropy = sha256(name.encode()).digest()
        self._sessions: list[asyncio.Task[None]] = []

    def enter(self) -> None:
        self._stream = Stream(self._name, self._hear)
        plan = self._stage.plan
        features = [play_pb2.FEATURE_READY] if self._seat in plan.ready | plan.entropy else []
        features += [play_pb2.FEATURE_ENTROPY] if self._seat in plan.entropy else []
        hello = play_pb2.Hello(bot_version="1", features=features)
        self._stream.say(play_pb2.PlayRequest(hello=hello).SerializeToString())
        self._sessions.append(self._stage.loop.create_task(self._session(self._stream)))

    async def _session(self, stream: Stream) -> None:
        """One stream, to its status, if that is any but OK.  gRPC tells a bot what a handler raises."""
        try:
            await self._stage.play(None, stream)
        except grpc.aio.AbortError:
            self._stage.heard(self._seat, stream.status)
        except Exception as error:
            self._stage.heard(self._seat, f"Unexpected {type(error)}: {error}".encode())

    def _leave(self) -> None:
        self._stream.hang_up()

    def _hear(self, message: bytes) -> None:
        self._stage.heard(self._seat, message)
        response = play_pb2.PlayResponse.FromString(message)
        for start in response.starts:
            self._get_ready(start.match_id)
        for commitments in response.commitments:
            reveal = play_pb2.Reveal(match_id=commitments.match_id, entropy=self._entropy)
            self._later(0.5, play_pb2.PlayRequest(reveals=[reveal]))
        for turn in response.turns:
            if turn.turn_id not in self._asked:
                self._take(turn)

    def _get_ready(self, match_id: str) -> None:
        plan = self._stage.plan
        if self._seat in plan.ready | plan.entropy:
            committed = commitment(self._entropy) if self._seat in plan.entropy else b""
            ready = play_pb2.Ready(match_id=match_id, entropy_commitment=committed)
            self._later(1 + self._seat, play_pb2.PlayRequest(ready=[ready]))

    def _take(self, turn: play_pb2.Turn) -> None:
        act = self._stage.script.act(self._seat, len(self._asked), turn)
        self._asked.add(turn.turn_id)
        self._stage.turn_ids[self._seat] = turn.turn_id
        if self._stage.plan.probes and is_lay_away(turn):
            self._call(1.5, self._probe)
        self._do(act, turn.turn_id)

    def _do(self, act: Act, turn_id: int) -> None:
        if act.kind in ("blink", "gone"):
            self._call(act.think * 0.25, self._leave)
        if act.kind == "blink":
            self._call(act.think * 0.5, self.enter)
        if act.kind not in ("silent", "gone", "stay"):
            self._answer(act.think, turn_id, NOT_A_MOVE.get(act.kind, act.move))
        if act.kind == "repeat":
            self._answer(act.think + 0.5, turn_id, act.move)

    def _probe(self) -> None:
        """Try to learn whether another seat has still to lay away."""
        seats = self._stage.plan.rules.seats
        self._answer(0, self._stage.turn_ids[(self._seat + 1) % seats], "")

    def _answer(self, ticks: float, turn_id: int, move: str) -> None:
        self._later(ticks, play_pb2.PlayRequest(decisions=[play_pb2.Decision(turn_id=turn_id, move=move)]))

    def _later(self, ticks: float, request: play_pb2.PlayRequest) -> None:
        message = request.SerializeToString()
        self._call(ticks, lambda: self._stream.say(message))

    def _call(self, ticks: float, what: Callable[[], None]) -> None:
        self._stage.loop.call_later(ticks * TICK, what)
