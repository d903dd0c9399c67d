"""A referee that does what a test says, behind a real gRPC server."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import grpc

from muggins.v1 import fives_pb2, play_pb2, play_pb2_grpc


class Session:
    """One stream of a bot, seen from the server."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self.ended: asyncio.Future[tuple[grpc.StatusCode, str]] = asyncio.get_running_loop().create_future()
        self.metadata = dict(context.invocation_metadata())

    async def receive(self) -> play_pb2.PlayRequest:
        """The bot's next message."""
        message = await self._context.read()
        assert isinstance(message, play_pb2.PlayRequest), "the bot has ended the stream"
        return message

    async def send(self, **fields: Any) -> None:
        await self._context.write(play_pb2.PlayResponse(**fields))

    def end(self, code: grpc.StatusCode = grpc.StatusCode.OK, details: str = "") -> None:
        self.ended.set_result((code, details))

    async def welcome(self, *live: str) -> play_pb2.Hello:
        """Read the hello and answer it."""
        hello = (await self.receive()).hello
        await self.send(welcome=play_pb2.Welcome(bot="tester", live_matches=live))
        return hello


class Referee(play_pb2_grpc.PlayServiceServicer):
    """Hands each stream to the test."""

    address: str

    def __init__(self) -> None:
        self._sessions: asyncio.Queue[Session] = asyncio.Queue()

    async def Play(self, requests: Any, context: Any) -> None:  # type: ignore[override]
        session = Session(context)
        self._sessions.put_nowait(session)
        code, details = await session.ended
        if code is not grpc.StatusCode.OK:
            await context.abort(code, details)

    async def session(self) -> Session:
        """The next stream that a bot opens."""
        return await self._sessions.get()


@asynccontextmanager
async def serving() -> AsyncIterator[Referee]:
    """A referee on a free port of this machine."""
    referee = Referee()
    server = grpc.aio.server()
    play_pb2_grpc.add_PlayServiceServicer_to_server(referee, server)
    referee.address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    await server.start()
    try:
        yield referee
    finally:
        await server.stop(0)


def turn(
    turn_id: int, *, match_id: str = "m", moves: Sequence[str] = ("6-4", "6-6"), left_us: int = 1_000_000
) -> play_pb2.Turn:
    """An opening turn of dominoes."""
    return play_pb2.Turn(
        turn_id=turn_id,
        match_id=match_id,
        clock=play_pb2.Clock(move_left_us=left_us),
        fives=fives_pb2.FivesView(
            game=1, round=1, hand=moves, left=-1, right=-1, tiles_left=[7, 7], scores=[0, 0], target=61
        ),
        legal_moves=moves,
    )


def start(match_id: str = "m", *, seat: int = 0, server_commitment: bytes = b"") -> play_pb2.MatchStart:
    return play_pb2.MatchStart(
        match_id=match_id,
        game="fives-and-threes",
        seat=seat,
        bots=["tester", "other"],
        server_commitment=server_commitment,
    )


def answers(request: play_pb2.PlayRequest) -> dict[int, str]:
    """The decisions of a message, in their order."""
    return {decision.turn_id: decision.move for decision in request.decisions}


async def all_answers(session: Session, turn_ids: Iterable[int]) -> list[dict[int, str]]:
    """The messages that it takes until all those turns are answered."""
    missing, messages = set(turn_ids), []
    while missing:
        messages.append(answers(await session.receive()))
        missing -= messages[-1].keys()
    return messages
