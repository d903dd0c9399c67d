"""One recorded turn, asked again: a bot in a process gets it as a server sent it, and only its answer counts."""

import asyncio
import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import grpc

from muggins.api import wire
from muggins.api.play import SERVICE
from muggins.api.server import new_server
from muggins.api.views import view_bytes
from muggins.referee.asked import Asked
from muggins.referee.log import Line
from muggins.referee.timing import TimeControl
from muggins.v1 import play_pb2
from muggins.workshop.process import BotProcess

PATIENCE: Final = 120.0  # seconds for the bot to start and to answer
LOOK: Final = 0.05
TURN_ID: Final = 1
Context = grpc.aio.ServicerContext[bytes, bytes]


class Answer(NamedTuple):
    """What the bot said, and after how many seconds."""

    move: str
    seconds: float


class NoAnswer(Exception):
    """The bot ended, or said nothing for PATIENCE; the text has its last words."""


def turn_message(turn: Asked, header: Line) -> play_pb2.Turn:
    """The turn as it was sent; only its id is another."""
    then = turn.clock
    message = play_pb2.Turn(
        turn_id=TURN_ID,
        match_id=header["match_id"],
        seat=turn.seat,
        clock=play_pb2.Clock(
            move_left_us=then.move_left_us,
            bank_left_us=then.bank_left_us,
            last_answer_us=then.last_answer_us,
            last_charge_us=then.last_charge_us,
            strikes=then.strikes,
            last_fault=then.last_fault,
        ),
        legal_moves=turn.moves,
        events=[wire.event_message(happening) for happening in turn.events],
    )
    message.MergeFromString(view_bytes(turn.view))
    return message


def start_message(turn: Asked, header: Line) -> play_pb2.MatchStart:
    """The start of the match of that turn."""
    return play_pb2.MatchStart(
        match_id=header["match_id"],
        game=header["game"],
        rules_version=header["rules_version"],
        seat=turn.seat,
        bots=[bot["bot"] for bot in header["bots"]],
        options={key: str(value) for key, value in header["options"].items()},
        games=0 if header["first_to"] else header["games"],
        first_to=header["first_to"] or 0,
        time=wire.time_control(TimeControl(**header["time"])),
        server_commitment=bytes.fromhex(header["server_commitment"]),
    )


async def ask(turn: Asked, header: Line, command: Sequence[str], said: Path) -> Answer:
    """Start the command, ask it that turn, and end it.  Raises NoAnswer, or OSError for no such command."""
    answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    server = new_server()
    server.add_generic_rpc_handlers((_Examiner(turn, header, answer).handler(),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    process = BotProcess(command, f"127.0.0.1:{port}", secrets.token_hex(16), said)
    try:
        await process.start()
        return await _wait(answer, process)
    finally:
        await process.stop()
        await server.stop(0)


async def _wait(answer: "asyncio.Future[Answer]", process: BotProcess) -> Answer:
    try:
        async with asyncio.timeout(PATIENCE):
            while not (await asyncio.wait({answer}, timeout=LOOK))[0]:
                if not process.alive:
                    words = " | ".join(process.last_words()) or "nothing"
                    raise NoAnswer(f"the bot ended with code {process.code}, having written: {words}")
    except TimeoutError:
        raise NoAnswer(f"no answer within {PATIENCE:g} s: {' | '.join(process.last_words())}") from None
    return answer.result()


class _Examiner:
    """A Play service that asks every session the same turn."""

    def __init__(self, turn: Asked, header: Line, answer: "asyncio.Future[Answer]") -> None:
        self._question = play_pb2.PlayResponse(
            welcome=play_pb2.Welcome(bot=header["bots"][turn.seat]["bot"]),
            starts=[start_message(turn, header)],
            turns=[turn_message(turn, header)],
        ).SerializeToString()
        self._answer = answer

    def handler(self) -> "grpc.GenericRpcHandler[bytes, bytes]":
        play = grpc.stream_stream_rpc_method_handler(self._play)
        return grpc.method_handlers_generic_handler(SERVICE, {"Play": play})

    async def _play(self, _: Any, context: Context) -> None:
        await context.read()  # the hello
        await context.write(self._question)
        asked_at = time.monotonic()
        while (data := await context.read()) is not grpc.aio.EOF:  # type: ignore[attr-defined]  # the stubs lack it
            for decision in play_pb2.PlayRequest.FromString(data).decisions:
                if decision.turn_id == TURN_ID and not self._answer.done():
                    self._answer.set_result(Answer(decision.move, time.monotonic() - asked_at))
