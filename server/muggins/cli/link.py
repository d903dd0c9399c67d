"""The way to a server: one that runs somewhere, the one that owns the database, or one for the time of a command."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import grpc

from muggins.app import App, serve
from muggins.cli.say import fail
from muggins.config import Settings
from muggins.organiser import organiser_file
from muggins.store.errors import DatabaseInUse
from muggins.v1.bots_pb2_grpc import BotServiceStub
from muggins.v1.matches_pb2_grpc import MatchServiceStub
from muggins.v1.rankings_pb2_grpc import RankingServiceStub
from muggins.v1.tournaments_pb2_grpc import TournamentServiceStub

ANY_PORT: Final = "127.0.0.1:0"
OPTIONS: Final = (("grpc.max_receive_message_length", 64 * 2**20),)


@dataclass(frozen=True, slots=True)
class Where:
    """What a person said about the server to use."""

    address: str = ""
    token: str = ""
    database: str = ""
    ca: Path | None = None  # certificates to trust; given means TLS

    @property
    def settings(self) -> Settings:
        """Of a server for the time of a command."""
        usual = Settings(listen=ANY_PORT, tls_certificate=None, tls_key=None, web=None)
        return usual.model_copy(update={"database": self.database}) if self.database else usual


class Server:
    """A connection.  ``own`` is the server itself where it runs in this process."""

    def __init__(self, channel: grpc.aio.Channel, address: str, token: str, own: App | None) -> None:
        self.address = address
        self.own = own
        self.bots = BotServiceStub(channel)
        self.matches = MatchServiceStub(channel)
        self.rankings = RankingServiceStub(channel)
        self.tournaments = TournamentServiceStub(channel)
        self.who: Sequence[tuple[str, str]] = (("authorization", f"Bearer {token}"),) if token else ()  # metadata


@asynccontextmanager
async def link(where: Where) -> AsyncIterator[Server]:
    """A connection for the time of the block.  Raises Failure, or the store's OpenError."""
    if where.address:
        async with _channel(where.address, where.ca) as channel:
            yield Server(channel, where.address, where.token, None)
        return
    async with AsyncExitStack() as stack:
        try:
            app = await stack.enter_async_context(serve(where.settings, go_on=False))
            server = await stack.enter_async_context(link_to(app, where.token))
        except DatabaseInUse as error:
            if not error.address:
                raise
            token = where.token or _token(organiser_file(where.settings))
            channel = await stack.enter_async_context(_channel(error.address, where.ca))
            server = Server(channel, error.address, token, None)
        yield server


@asynccontextmanager
async def link_to(app: App, token: str = "") -> AsyncIterator[Server]:
    """A connection to a server in this process; without a token as its organiser."""
    async with _channel(app.address, None) as channel:
        yield Server(channel, app.address, token or app.organiser_token, app)


def _token(file: Path) -> str:
    """The organiser's token, for those who may read it; others can still look."""
    try:
        return file.read_text(encoding="utf-8").strip()
    except (FileNotFoundError, PermissionError):
        return ""


def _channel(address: str, ca: Path | None) -> grpc.aio.Channel:
    if ca is None:
        return grpc.aio.insecure_channel(address, options=OPTIONS)
    if not ca.is_file():
        fail(f"there is no file {ca}")
    return grpc.aio.secure_channel(address, grpc.ssl_channel_credentials(ca.read_bytes()), options=OPTIONS)
