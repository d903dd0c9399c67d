"""The Play stream: it pumps bytes between a bot and the referee, and decides nothing."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import grpc
from google.protobuf.message import DecodeError

from muggins.api.errors import status_of
from muggins.api.limits import Patience, TokenBucket, TooMany
from muggins.api.session import Context, Session
from muggins.director.practice import Wish
from muggins.referee.lobby import Presence
from muggins.referee.people import Ability
from muggins.referee.referee import Referee
from muggins.store.names import key, version_name
from muggins.v1 import play_pb2

HELLO_DEADLINE = 10.0  # seconds for the first message
MAX_MATCHES = 1024  # that one session plays at once
MAX_SESSIONS = 16  # that one bot shares its matches between
MALFORMED_BUDGET = 8  # messages that could not be read, before the session is ended
OPEN_BURST, OPEN_RATE = 10, 1.0  # sessions that a bot may open: at once, and a second
BEAT = 1.0  # seconds between two looks for dead peers
LAST_WORDS = 1.0  # seconds for a message on its way: where a first one is cut off, no status can follow (grpc.aio)
Practise = Callable[[str, Session, Wish], str]
SERVICE = "muggins.v1.PlayService"


class Refused(Exception):
    """The session is ended with this status and text."""

    def __init__(self, code: grpc.StatusCode, text: str, retry_after: float | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.trailers = () if retry_after is None else (("retry-after", f"{retry_after:.1f}"),)


class PlayService:
    """``admit`` turns the metadata of a call into the name of its bot, or raises Refused.

    ``practise`` takes a bot's wish for unrated matches, and says why not.
    """

    def __init__(
        self,
        referee: Referee,
        admit: Callable[[Context], Awaitable[str]],
        practise: Practise = lambda *_: "there is no practice here",
    ) -> None:
        self._referee = referee
        self._admit = admit
        self._practise = practise
        self._sessions: dict[Session, Presence] = {}
        self._openings: dict[str, TokenBucket] = {}

    def handler(self) -> "grpc.GenericRpcHandler[bytes, bytes]":
        """Raw bytes both ways: one message that can't be parsed must not end the stream."""
        play = grpc.stream_stream_rpc_method_handler(self._play)
        return grpc.method_handlers_generic_handler(SERVICE, {"Play": play})

    def send_away(self, reason: str, come_back_after: float) -> None:
        """Tell all bots that this server stops, and when to come back."""
        for session in self._sessions:
            session.going_away(reason, come_back_after)
            session.close()

    def dismiss(self, bot: str, reason: str) -> None:
        """End the sessions of a bot whose token was taken away."""
        for session in self.sessions(bot):
            session.going_away(reason, 0.0)
            session.close()

    def sessions(self, bot: str) -> list[Session]:
        """The sessions that a bot has open."""
        return [session for session, presence in self._sessions.items() if key(presence.name) == key(bot)]

    async def watch_over(self) -> None:
        """Find dead peers, for as long as the server runs."""
        while True:
            await asyncio.sleep(BEAT)
            for session, presence in list(self._sessions.items()):
                session.beat(idle=not presence.turns)

    def _may_open(self, name: str) -> None:
        """Raises Refused for a bot that comes back over and over."""
        bucket = self._openings.get(name)
        if bucket is None:
            bucket = self._openings[name] = TokenBucket(OPEN_BURST, OPEN_RATE, self._referee.clock.now)
        if not bucket.take():
            wait = bucket.wait()
            raise Refused(grpc.StatusCode.RESOURCE_EXHAUSTED, f"too many sessions; wait {wait:.1f} s", wait)

    async def _play(self, _: AsyncIterator[bytes], context: Context) -> None:
        """Whatever breaks in a session, its bot is told no text but ours."""
        try:
            await self._talk(context)
        except Refused as refused:
            await context.abort(refused.code, refused.text, refused.trailers)
        except Exception as error:
            await context.abort(*status_of(error))

    async def _talk(self, context: Context) -> None:
        name = await self._admit(context)
        self._may_open(name)
        first = await self._first(context)
        session = Session(context, ability_of(first.hello), self._referee.clock.now)
        presence = self._referee.lobby.bot(name)
        self._sessions[session] = presence
        reader = asyncio.create_task(self._read(context, session, presence, first))
        writer = asyncio.create_task(session.run())
        session.cut = reader.cancel
        try:
            self._enter(session, presence)
            await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
        finally:
            del self._sessions[session]
            try:
                self._referee.lobby.disconnect(name, session)
            finally:
                session.close()
                await asyncio.wait((writer,), timeout=LAST_WORDS)
                await _end(reader, writer)

    async def _first(self, context: Context) -> play_pb2.PlayRequest:
        """The first message, which says what the bot can do."""
        first = asyncio.ensure_future(context.read())
        done, _ = await asyncio.wait((first,), timeout=HELLO_DEADLINE)
        if not done:
            first.cancel()
            await asyncio.wait((first,))
            raise Refused(grpc.StatusCode.DEADLINE_EXCEEDED, f"no hello came within {HELLO_DEADLINE:g} s")
        data = first.result()
        try:
            request = play_pb2.PlayRequest.FromString(data) if isinstance(data, bytes) else play_pb2.PlayRequest()
        except DecodeError:
            raise Refused(grpc.StatusCode.INVALID_ARGUMENT, "the first message is not a PlayRequest") from None
        if not request.HasField("hello"):
            raise Refused(grpc.StatusCode.FAILED_PRECONDITION, "the first message must hold a hello")
        return request

    def _enter(self, session: Session, presence: Presence) -> None:
        if session.ability.share and len(presence.channels) >= MAX_SESSIONS:
            raise TooMany(f"{MAX_SESSIONS} sessions share the matches of this bot, and there is no room for more")
        lobby = self._referee.lobby
        mine = lobby.connect(presence.name, session)
        session.welcome(presence.name, [player.live.spec.id for player in mine])
        lobby.resume(mine, session)

    async def _read(self, context: Context, session: Session, presence: Presence, first: play_pb2.PlayRequest) -> None:
        """Take messages until the bot has gone or said more nonsense than we bear; the hello may hold more."""
        malformed = 0
        patience = Patience(self._referee.clock.now)
        self._take(first, session, presence, patience)
        while (data := await context.read()) is not grpc.aio.EOF:  # type: ignore[attr-defined]  # the stubs lack it
            try:
                request = play_pb2.PlayRequest.FromString(data)
            except DecodeError:
                malformed += 1
                session.notice("malformed", "a message could not be read")
                if malformed > MALFORMED_BUDGET:
                    raise Refused(grpc.StatusCode.INVALID_ARGUMENT, "too many messages could not be read") from None
                continue
            if request.HasField("hello"):
                session.notice("protocol", "hello was said already")
            self._take(request, session, presence, patience)

    def _take(self, request: play_pb2.PlayRequest, session: Session, presence: Presence, patience: Patience) -> None:
        """Everything that one message holds."""
        session.heard_at = self._referee.clock.now()
        self._decide(request, session, presence, patience)
        patience.talk(
            len(request.ready) + len(request.reveals) + (not request.decisions) + request.HasField("practice")
        )
        referee = self._referee
        for ready in request.ready:
            referee.ready(presence, ready.match_id, ready.entropy_commitment)
        for reveal in request.reveals:
            referee.reveal(presence, reveal.match_id, reveal.entropy)
        if request.HasField("practice"):
            self._wish(request.practice, session, presence)
        if request.HasField("goodbye"):
            referee.lobby.goodbye(presence.name, session)

    def _wish(self, asked: play_pb2.Practice, session: Session, presence: Presence) -> None:
        wish = Wish(asked.game, asked.seats, asked.house, asked.matches)
        if refusal := self._practise(presence.name, session, wish):
            session.notice("practice", refusal)

    def _decide(self, request: play_pb2.PlayRequest, session: Session, presence: Presence, patience: Patience) -> None:
        """The decisions of one message.  Those with effect are bounded by the turns; the others here."""
        decide, now = self._referee.decide, session.heard_at
        for decision in request.decisions:
            if not decide(presence, session, decision.turn_id, decision.move, now):
                patience.useless_decision()
        session.answered(len(request.decisions))


def ability_of(hello: play_pb2.Hello) -> Ability:
    """What a bot says of itself, within our bounds.  Raises BadName for a version that can't be written down."""
    return Ability(
        version=version_name(hello.bot_version),
        games=frozenset(hello.games),
        seats=frozenset(hello.seats),
        max_matches=max(1, min(hello.max_matches, MAX_MATCHES)),
        share=hello.share,
        ready=play_pb2.FEATURE_READY in hello.features,
        entropy=play_pb2.FEATURE_ENTROPY in hello.features,
        ping=play_pb2.FEATURE_PING in hello.features,
    )


async def _end(*tasks: asyncio.Task[None]) -> None:
    """Stop the session's tasks.  Raises what broke one of them; a bot that has gone is no error."""
    for task in tasks:
        task.cancel()
    gone = (asyncio.CancelledError, grpc.RpcError, grpc.aio.BaseError, TimeoutError)
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(result, BaseException) and not isinstance(result, gone):
            raise result
