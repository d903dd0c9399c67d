"""A line between a bot and a server that can be made to swallow everything, as when a cable is pulled."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Line:
    """Passes bytes both ways until it is told to drop them; it never closes anything by itself."""

    def __init__(self, target: str) -> None:
        self.address = ""
        self._host, _, self._port = target.rpartition(":")
        self._open = True
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: list[asyncio.StreamWriter] = []

    def drop_everything(self) -> None:
        self._open = False

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        other_reader, other_writer = await asyncio.open_connection(self._host, int(self._port))
        self._writers += [writer, other_writer]
        for source, sink in ((reader, other_writer), (other_reader, writer)):
            self._tasks.add(asyncio.create_task(self._pass(source, sink)))

    async def _pass(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        while data := await source.read(65536):
            if self._open:
                sink.write(data)
                await sink.drain()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for writer in self._writers:
            writer.close()


@asynccontextmanager
async def proxy(target: str) -> AsyncIterator[Line]:
    """A line to that address, at an address of its own."""
    line = Line(target)
    server = await asyncio.start_server(line.connected, "127.0.0.1", 0)
    line.address = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield line
    finally:
        server.close()
        await line.close()
