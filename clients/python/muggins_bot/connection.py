"""A bot's connection to a server: it dials, plays, and dials again."""

import asyncio
import logging
import signal
import time
from types import FrameType
from typing import Final

import grpc

from muggins.v1 import play_pb2_grpc
from muggins_bot.backoff import Backoff
from muggins_bot.bot import Bot
from muggins_bot.player import Player
from muggins_bot.practice import Practice
from muggins_bot.session import Session

log = logging.getLogger("muggins_bot")

EXIT_OK: Final = 0
EXIT_SUPERSEDED: Final = 1
EXIT_REFUSED: Final = 2

# Trying again would not help.
_REFUSALS: Final = (
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.UNIMPLEMENTED,
)

_OPTIONS: Final = (
    # A server that has vanished is noticed within half a minute; a ping more often than this may be held against us.
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.http2.ping_timeout_ms", 5_000),
    ("grpc.keepalive_permit_without_calls", 1),
    # A socket of its own: connections of one process would share one, and wait for ever beyond its limit of streams.
    ("grpc.use_local_subchannel_pool", 1),
    # Turns of hundreds of matches may come in one message.
    ("grpc.max_receive_message_length", 16 * 2**20),
)


class Connection:
    """Keeps a bot connected to ``address`` ("host:port"); ``credentials`` given means TLS.

    With ``practice`` it asks for those matches, and leaves after them.  After a goodbye, and with no match left, it
    gives the server ``grace`` seconds to end the stream.
    """

    def __init__(
        self,
        bot: Bot,
        address: str,
        token: str,
        *,
        credentials: grpc.ChannelCredentials | None = None,
        backoff: Backoff | None = None,
        grace: float = 1.0,
        practice: Practice | None = None,
    ) -> None:
        self.address = address
        self._wake = asyncio.Event()
        self._leaving = asyncio.Event()
        self.player = Player(bot, on_ready=self._wake.set, practice=practice)
        self._metadata = (("authorization", f"Bearer {token}"),)
        self._credentials = credentials
        self._backoff = backoff or Backoff()
        self._grace = grace

    async def run(self) -> int:
        """Play until there is a reason to stop, and return the exit code for it (EXIT_OK after ``leave``)."""
        while True:
            started = time.monotonic()
            error = await self._session()
            self._backoff.lasted(time.monotonic() - started)
            if (code := self._verdict(error)) is not None:
                return code
            await self._pause("it ended the stream" if error is None else _words(error))

    def leave(self) -> None:
        """Say goodbye: finish the running matches, get no new ones, then stop."""
        self.player.goodbye()
        self._leaving.set()
        self._wake.set()

    async def _session(self) -> grpc.aio.AioRpcError | None:
        async with self._channel() as channel:
            play = play_pb2_grpc.PlayServiceStub(channel).Play
            call = play(metadata=self._metadata)  # type: ignore[call-arg]  # grpc-stubs lacks that a call can be written to
            try:
                await Session(self.player, call, self._wake, self._grace).run()
            except grpc.aio.AioRpcError as error:
                return error
        return None

    def _channel(self) -> grpc.aio.Channel:
        if self._credentials:
            return grpc.aio.secure_channel(self.address, self._credentials, options=_OPTIONS)
        return grpc.aio.insecure_channel(self.address, options=_OPTIONS)

    def _verdict(self, error: grpc.aio.AioRpcError | None) -> int | None:
        """The exit code where the end of a session is the end of it all, else None."""
        if self.player.superseded:
            log.error("a newer session of this bot has taken over; this one stops")
            return EXIT_SUPERSEDED
        if error is not None and error.code() in _REFUSALS:
            log.error("%s refused this bot: %s", self.address, _words(error))
            return EXIT_REFUSED
        if self.player.refused:
            log.error("no practice: %s", self.player.refused)
            return EXIT_REFUSED
        return EXIT_OK if self.player.leaving and not self.player.matches else None

    async def _pause(self, why: str) -> None:
        pause = self._backoff.pause()
        if self.player.come_back_after is not None:
            pause += self.player.come_back_after
        log.warning("no connection to %s (%s); trying again in %.1f s", self.address, why, pause)
        if self._leaving.is_set():  # matches wait for us, and nothing can shorten the pause any more
            await asyncio.sleep(pause)
            return
        try:
            await asyncio.wait_for(self._leaving.wait(), pause)
        except TimeoutError:
            return


def _words(error: grpc.aio.AioRpcError) -> str:
    return error.details() or error.code().name


def run(
    bot: Bot,
    address: str,
    token: str,
    *,
    credentials: grpc.ChannelCredentials | None = None,
    practice: Practice | None = None,
) -> int:
    """Play, or practise, until the server or a signal ends it; returns the exit code for the process.

    SIGINT or SIGTERM says goodbye and lets the running matches finish; a second one ends the process at once.
    """
    connection = Connection(bot, address, token, credentials=credentials, practice=practice)
    return asyncio.run(_until_signalled(connection))


async def _until_signalled(connection: Connection) -> int:
    loop = asyncio.get_running_loop()
    signals = (signal.SIGINT, signal.SIGTERM)

    def leave(_signum: int, _frame: FrameType | None) -> None:
        for each in signals:
            signal.signal(each, signal.SIG_DFL)
        log.info("goodbye: finishing %d running matches", len(connection.player.matches))
        loop.call_soon_threadsafe(connection.leave)

    former = [(each, signal.signal(each, leave)) for each in signals]
    try:
        return await connection.run()
    finally:
        for each, handler in former:
            signal.signal(each, handler)
