"""The web server in the process of the referee: an address of its own, and an end when the process ends."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from muggins.web.guard import LONGEST_HEAD
from muggins.web.pages import application
from muggins.web.site import Site


class WebListenError(Exception):
    """The pages can't be served where they were told to be; the text says why."""


class _Server(uvicorn.Server):
    """Signals are for those who started the process."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class WebServer:
    """Serves a site until it is stopped."""

    def __init__(self, site: Site, where: str) -> None:
        """Take the address: HOST:PORT, or HOST:PORT+ for a free port where that is taken.  Raises WebListenError."""
        self.site = site
        self._socket = _listen_near(where)
        host, port = self._socket.getsockname()[:2]
        self.address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        self._server = _Server(
            uvicorn.Config(
                application(site),
                http="h11",
                ws="none",
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                h11_max_incomplete_event_size=LONGEST_HEAD,
                timeout_graceful_shutdown=1,
            )
        )
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._server.serve([self._socket]))

    async def stop(self) -> None:
        """End what is being served within a second or so."""
        self.site.streams.closing.set()
        self._server.should_exit = True
        if self._task is not None:
            await self._task
        self._socket.close()


def _listen_near(where: str) -> socket.socket:
    """At that address; with a + behind it, at another free port of the same host where it is taken."""
    exact = where.removesuffix("+")
    try:
        return _listen(exact)
    except WebListenError:
        if exact == where:
            raise
        return _listen(f"{exact.rpartition(':')[0]}:0")


def _listen(where: str) -> socket.socket:
    host, _, port = where.rpartition(":")
    if not host or not port.isdecimal():
        raise WebListenError(f"web is {where!r}; allowed: HOST:PORT, such as 127.0.0.1:7480")
    host = host.strip("[]")
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, int(port)), family=family, backlog=1024)
    except (OSError, OverflowError):
        raise WebListenError(f"cannot serve pages at {where}: the port is taken, or the address is not ours") from None
