"""A line to PostgreSQL that can be cut between a COMMIT and its answer."""

import socket
import threading
from pathlib import Path
from tempfile import mkdtemp

SOCKET = ".s.PGSQL.5432"


class Line:
    """Passes bytes between clients in ``folder`` and the server in ``target``, as libpq names such places."""

    def __init__(self, target: Path) -> None:
        self.folder = Path(mkdtemp(prefix="line-"))
        self.cuts = 0  # answers to a COMMIT that were swallowed
        self._target = target
        self._armed = threading.Event()
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self.folder / SOCKET))
        self._listener.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut_at_next_commit(self) -> None:
        self._armed.set()

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        (self.folder / SOCKET).unlink()
        self.folder.rmdir()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            server.connect(str(self._target / SOCKET))
            swallow = threading.Event()
            threading.Thread(target=self._ask, args=(client, server, swallow), daemon=True).start()
            threading.Thread(target=self._answer, args=(server, client, swallow), daemon=True).start()

    def _ask(self, client: socket.socket, server: socket.socket, swallow: threading.Event) -> None:
        """What the client says reaches the server, the COMMIT too."""
        while data := _read(client):
            if b"COMMIT" in data and self._armed.is_set():
                self._armed.clear()
                swallow.set()
            server.sendall(data)
        _end(server)

    def _answer(self, server: socket.socket, client: socket.socket, swallow: threading.Event) -> None:
        """What the server answers reaches the client, until the answer that is swallowed."""
        while data := _read(server):
            if swallow.is_set():
                self.cuts += 1
                break
            client.sendall(data)
        _end(client)
        _end(server)
        client.close()
        server.close()


def _read(source: socket.socket) -> bytes:
    try:
        return source.recv(65536)
    except OSError:
        return b""


def _end(sink: socket.socket) -> None:
    try:
        sink.shutdown(socket.SHUT_RDWR)
    except OSError:
        return
