"""The Play service on a real socket, and bots on the other end of it that send what a test says."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import grpc

from muggins.api.access import Access
from muggins.api.errors import Denied
from muggins.api.play import PlayService, Refused
from muggins.api.server import new_server
from muggins.api.session import Context
from muggins.referee.live import LiveMatch, MatchSpec
from muggins.referee.outcome import Outcome
from muggins.referee.referee import Referee
from muggins.referee.timing import LoopClock, TimeControl
from muggins.referee.verdict import outcome_of
from muggins.store.tokens import Identity, Role
from muggins.v1 import play_pb2
from tests.referee.scripted import choice

PATIENCE = 10.0  # seconds after which a test that waits has failed
QUICK = TimeControl(start_up=0.1, move=0.15, bank=0.1, margin=0.05)  # for bots that are to be late
CALM = TimeControl(start_up=10.0, move=10.0, bank=10.0)  # for the others, on a busy machine
TOKENS = {
    "organiser": Identity(Role.ORGANISER, "organiser"),
    **{name: Identity(Role.OWNER, "owner", number, name) for number, name in enumerate(("ann", "bob", "cyd", "dee"))},
}


class Arena:
    """A referee behind a socket.  The token of a bot is its name."""

    def __init__(self) -> None:
        self.referee = Referee(LoopClock(), self._over)
        self.outcomes: dict[str, Outcome] = {}
        self.calls = 0  # that asked to be let in
        self.address = ""
        self.play = PlayService(self.referee, self._admit)
        self._access = Access(self._whois)
        self._ended = asyncio.Condition()

    async def _whois(self, token: str) -> Identity | None:
        return TOKENS.get(token)

    async def _admit(self, context: Context) -> str:
        self.calls += 1
        try:
            return (await self._access.bot(context)).bot
        except Denied as denied:
            raise Refused(denied.code, str(denied)) from None

    def _over(self, live: LiveMatch) -> None:
        assert live.spec.id not in self.outcomes
        self.outcomes[live.spec.id] = outcome = outcome_of(live, datetime.now(UTC))
        asyncio.get_running_loop().call_soon(self.referee.announce, live, outcome)

    def start(self, spec: MatchSpec) -> LiveMatch:
        return self.referee.start(spec)

    async def outcome(self, match_id: str = "m") -> Outcome:
        """How the match ended, once it has."""
        await until(lambda: match_id in self.outcomes)
        return self.outcomes[match_id]


async def until(so: Callable[[], object], patience: float = PATIENCE) -> None:
    """Wait until that is so."""
    async with asyncio.timeout(patience):
        while not so():
            await asyncio.sleep(0.002)


@asynccontextmanager
async def arena() -> AsyncIterator[Arena]:
    """An arena on a free port of this machine."""
    arena = Arena()
    server = new_server()
    server.add_generic_rpc_handlers((arena.play.handler(),))
    arena.address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    await server.start()
    try:
        yield arena
    finally:
        await server.stop(0)


class WireBot:
    """One stream to a server, bytes both ways."""

    def __init__(
        self,
        address: str,
        token: str | None,
        *more: tuple[str, str],
        channel: grpc.aio.Channel | None = None,
    ) -> None:
        """``more`` is metadata; a ``channel`` given is shared, and not closed."""
        options = [("grpc.use_local_subchannel_pool", 1)]
        self._own = channel is None
        self.channel = channel or grpc.aio.insecure_channel(address, options=options)
        metadata = [*more] if token is None else [("authorization", f"Bearer {token}"), *more]
        self.call: Any = self.channel.stream_stream("/muggins.v1.PlayService/Play")(metadata=metadata)  # type: ignore[call-arg]
        self.heard: list[play_pb2.PlayResponse] = []
        self._playing: asyncio.Task[None] | None = None

    async def hello(self, **fields: Any) -> play_pb2.PlayResponse:
        """Say hello; returns the answer."""
        await self.send(hello=play_pb2.Hello(**{"max_matches": 8, **fields}))
        return await self.hear()

    async def send(self, **fields: Any) -> None:
        await self.send_raw(play_pb2.PlayRequest(**fields).SerializeToString())

    async def send_raw(self, data: bytes) -> None:
        await self.call.write(data)

    async def decide(self, *decisions: tuple[int, str]) -> None:
        await self.send(decisions=[play_pb2.Decision(turn_id=turn_id, move=move) for turn_id, move in decisions])

    async def hear(self) -> play_pb2.PlayResponse:
        """The next message."""
        async with asyncio.timeout(PATIENCE):
            data = await self.call.read()
        assert isinstance(data, bytes), "the stream has ended"
        self.heard.append(play_pb2.PlayResponse.FromString(data))
        return self.heard[-1]

    async def turn(self) -> play_pb2.Turn:
        """The next turn; whatever comes before it is heard and left alone."""
        while True:
            for turn in (await self.hear()).turns:
                return turn

    async def notice(self) -> play_pb2.Notice:
        """The next notice."""
        while True:
            for notice in (await self.hear()).notices:
                return notice

    def play_on(self) -> None:
        """Answer properly from now on."""
        self._playing = asyncio.create_task(self._play())

    async def _play(self) -> None:
        while isinstance(data := await self.call.read(), bytes):
            response = play_pb2.PlayResponse.FromString(data)
            self.heard.append(response)
            if response.turns:
                await self.decide(*[(turn.turn_id, choice(turn.legal_moves)) for turn in response.turns])

    async def ended(self) -> tuple[grpc.StatusCode, str]:
        """Read on to the end of the stream; returns how it ended."""
        async with asyncio.timeout(PATIENCE):
            try:
                while isinstance(data := await self.call.read(), bytes):
                    self.heard.append(play_pb2.PlayResponse.FromString(data))
            except grpc.aio.AioRpcError:
                pass
            return await self.call.code(), await self.call.details()

    @property
    def notices(self) -> list[str]:
        """The kinds of all notices heard."""
        kinds = [notice.kind for response in self.heard for notice in response.notices]
        return [play_pb2.NoticeKind.Name(kind).removeprefix("NOTICE_KIND_") for kind in kinds]

    @property
    def ends(self) -> Mapping[str, play_pb2.MatchEnd]:
        return {end.match_id: end for response in self.heard for end in response.ends}

    async def close(self) -> None:
        if self._playing is not None:
            self._playing.cancel()
            await asyncio.gather(self._playing, return_exceptions=True)
        self.call.cancel()
        if self._own:
            await self.channel.close(None)


@asynccontextmanager
async def wire_bot(address: str, token: str | None, *more: tuple[str, str], **how: Any) -> AsyncIterator[WireBot]:
    """A bot that has dialled and said nothing yet."""
    bot = WireBot(address, token, *more, **how)
    try:
        yield bot
    finally:
        await bot.close()


@asynccontextmanager
async def honest_bot(address: str, token: str, **hello: Any) -> AsyncIterator[WireBot]:
    """A bot that plays properly."""
    async with wire_bot(address, token) as bot:
        await bot.hello(**hello)
        bot.play_on()
        yield bot


@asynccontextmanager
async def honest_bots(address: str, *tokens: str) -> AsyncIterator[list[WireBot]]:
    """Several of them."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(honest_bot(address, token)) for token in tokens]
