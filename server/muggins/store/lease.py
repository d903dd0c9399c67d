"""One process owns a database.  Its lease is a lock that the operating system frees however the process dies."""

import fcntl
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Protocol

from sqlalchemy import Engine, event, text
from sqlalchemy.exc import DBAPIError

from muggins.store.errors import DatabaseInUse

ADVISORY_KEY: Final = 0x4D55_4747  # "MUGG"
TRIES: Final = (0.0, 0.05, 0.05, 0.1)  # pauses before each: a server needs a moment to see that a process was killed
_NAME: Final = "SELECT set_config('application_name', :name, false)"
_HOLDER: Final = (
    "SELECT application_name FROM pg_stat_activity JOIN pg_locks USING (pid)"
    " WHERE datname = current_database() AND locktype = 'advisory' AND objid = %s AND granted"
)


class Lease(Protocol):
    """The right to write, until it is released or the process dies."""

    def announce(self, address: str) -> None:
        """Say where the owner serves: those who find the database in use are told, and can ask there instead."""
        ...

    def release(self) -> None: ...


def lock_of(database: Path) -> Path:
    return database.with_name(database.name + ".lock")


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace").strip()


class FileLease:
    """For SQLite: a lock on a file beside the database.  The file stays; it is the lock on it that counts."""

    def __init__(self, database: Path) -> None:
        path = lock_of(database)
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._file)
            pid, _, address = _read(path).partition(" ")
            holder = f"process {pid or 'unknown'}" + (f" at {address}" if address else "")
            raise DatabaseInUse(database=database, holder=holder, address=address) from None
        self.announce("")

    def announce(self, address: str) -> None:
        line = f"{os.getpid()} {address}".encode()
        os.pwrite(self._file, line, 0)
        os.ftruncate(self._file, len(line))

    def release(self) -> None:
        os.ftruncate(self._file, 0)
        os.close(self._file)


class AdvisoryLease:
    """For PostgreSQL: an advisory lock that is held by the very connection that writes.

    So a process that loses its connection loses the right to write with it, and whoever came in between is not
    disturbed: the next connection takes the lock, or is none.  Raises DatabaseInUse where another process has it.
    """

    def __init__(self, writer: Engine, database: str) -> None:
        self._writer = writer
        self._database = database
        self._address = ""
        event.listen(writer, "connect", self._take)
        writer.connect().close()

    def announce(self, address: str) -> None:
        self._address = address
        with self._writer.begin() as conn:
            conn.execute(text(_NAME), {"name": self._name})

    def release(self) -> None:
        """Not left to the end of the connection, which the server notices a little later."""
        with suppress(DBAPIError, DatabaseInUse), self._writer.begin() as conn:
            conn.execute(text("SELECT pg_advisory_unlock_all()"))

    @property
    def _name(self) -> str:
        return f"process {os.getpid()}" + (f" at {self._address}" if self._address else "")

    def _take(self, connection: Any, record: Any) -> None:
        """A new connection, as the driver makes it, becomes the writer's."""
        try:
            if not any(self._try(connection, pause) for pause in TRIES):
                raise self._in_use(connection)
            connection.execute(_NAME.replace(":name", "%s"), (self._name,))
            connection.commit()
        except BaseException:
            connection.close()
            raise

    def _try(self, connection: Any, pause: float) -> bool:
        time.sleep(pause)
        (taken,) = connection.execute("SELECT pg_try_advisory_lock(%s)", (ADVISORY_KEY,)).fetchone()
        return bool(taken)

    def _in_use(self, connection: Any) -> DatabaseInUse:
        row = connection.execute(_HOLDER, (ADVISORY_KEY,)).fetchone()
        holder = (row and row[0]) or "another process"
        return DatabaseInUse(database=self._database, holder=holder, address=holder.partition(" at ")[2])
