"""A door in the loopback interface: the real Play stream, for bots that are processes of their own."""

from collections.abc import Mapping
from typing import Final

import grpc

from muggins.api.access import token_of
from muggins.api.play import PlayService, Refused
from muggins.api.server import new_server
from muggins.api.session import Context
from muggins.referee.referee import Referee

HOST: Final = "127.0.0.1"


class Door:
    """Lets the bots in that hold a token: ``tokens`` has their names.  It can be shut and opened at the same place."""

    def __init__(self, tokens: Mapping[str, str]) -> None:
        self._tokens = tokens
        self._port = 0
        self._server: grpc.aio.Server | None = None
        self.play: PlayService

    @property
    def address(self) -> str:
        return f"{HOST}:{self._port}"

    async def open(self, referee: Referee) -> None:
        """Listen on a free port, or on that of the last time."""
        self.play = PlayService(referee, self._admit)
        self._server = new_server()
        self._server.add_generic_rpc_handlers((self.play.handler(),))
        self._port = self._server.add_insecure_port(self.address)
        await self._server.start()

    async def shut(self) -> None:
        """End every stream."""
        if self._server is not None:
            await self._server.stop(0)
            self._server = None

    async def _admit(self, context: Context) -> str:
        name = self._tokens.get(token_of(context))
        if name is None:
            raise Refused(grpc.StatusCode.UNAUTHENTICATED, "this is not the token in MUGGINS_TOKEN")
        return name
