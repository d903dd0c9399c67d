"""One process owns a database.  Its lease is a lock that the operating system frees however the process dies."""

import fcntl
import os
from pathlib import Path
from typing import Protocol

from sqlalchemy import Engine, text

from muggins.store.errors import DatabaseInUse

ADVISORY_KEY = 0x4D55_4747  # "MUGG"


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
    """For PostgreSQL: an advisory lock, held by a connection of its own."""

    def __init__(self, engine: Engine, database: str) -> None:
        self._conn = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        if self._conn.scalar(text("SELECT pg_try_advisory_lock(:key)"), {"key": ADVISORY_KEY}):
            self.announce("")
            return
        holder = self._conn.scalar(
            text(
                "SELECT application_name FROM pg_stat_activity JOIN pg_locks USING (pid)"
                " WHERE datname = current_database() AND locktype = 'advisory' AND objid = :key AND granted"
            ),
            {"key": ADVISORY_KEY},
        )
        self._conn.close()
        address = (holder or "").partition(" at ")[2]
        raise DatabaseInUse(database=database, holder=holder or "another process", address=address)

    def announce(self, address: str) -> None:
        name = f"process {os.getpid()}" + (f" at {address}" if address else "")
        self._conn.execute(text("SELECT set_config('application_name', :name, false)"), {"name": name})

    def release(self) -> None:
        self._conn.detach()  # not back to the pool: its end is the end of the lock
        self._conn.close()
