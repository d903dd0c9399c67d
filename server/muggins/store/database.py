"""A database that this process owns: opened, brought up to date, read by many threads and written by one."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Concatenate, ParamSpec, Self, TypeVar

from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from muggins.store import schema, sqlite
from muggins.store.errors import DatabaseInUse, NewerDatabase, OlderDatabase, OpenError
from muggins.store.lease import AdvisoryLease, FileLease, Lease
from muggins.store.writer import Writer

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Engines:
    """One database, seen by its readers, by its writer and by its migrations."""

    name: str  # as people know it; without a password
    readers: Engine
    writer: Engine
    migrations: Engine
    lease: Lease


class Database:
    """An open database.  ``read`` may be called from any thread; all writing goes through ``writer``."""

    def __init__(self, engines: _Engines) -> None:
        self.name = engines.name
        self.writer = Writer(engines.writer)
        self._engines = engines

    @classmethod
    def open(cls, where: str | Path, *, upgrade: bool = True) -> Self:
        """Open the database at a path or URL, and create it where there is none.

        Raises OpenError, or the kind of it that fits: NotOurDatabase, NewerDatabase, DatabaseInUse; OlderDatabase
        where ``upgrade`` is false and it needs one.
        """
        engines = _engines(where)
        try:
            with engines.migrations.begin() as conn:
                _bring_up(conn, engines.name, upgrade)
        except BaseException as error:
            _dispose(engines)
            if isinstance(error, DBAPIError):
                raise OpenError(database=engines.name, reason=error.orig) from None
            raise
        engines.migrations.dispose()
        return cls(engines)

    def read(self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What ``query(conn, ...)`` finds in one consistent, read-only look.  It blocks: in a coroutine, call it by
        ``asyncio.to_thread``.
        """
        with self._engines.readers.connect() as conn, conn.begin():
            return query(conn, *args, **kwargs)

    def announce(self, address: str) -> None:
        """Tell those who find the database in use where to ask instead."""
        self._engines.lease.announce(address)

    def close(self) -> None:
        """Write what waits, then let go."""
        self.writer.close()
        _dispose(self._engines)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def _bring_up(conn: Connection, name: str, upgrade: bool) -> None:
    revision, known = schema.current(conn), schema.known()
    if revision and revision not in known:
        raise NewerDatabase(database=name, revision=revision, head=known[0])
    if revision == known[0]:
        return
    if revision and not upgrade:
        raise OlderDatabase(database=name, revision=revision)
    if conn.dialect.name == "sqlite":
        sqlite.mark_ours(conn)
    schema.upgrade(conn)


def _engines(where: str | Path) -> _Engines:
    if isinstance(where, Path) or "://" not in where:
        return _on_sqlite(Path(where))
    try:
        url = make_url(where)
    except ArgumentError:
        raise OpenError(database=where, reason="that is no database URL") from None
    if url.get_backend_name() == "sqlite" and url.database:
        return _on_sqlite(Path(url.database))
    if url.get_backend_name() == "postgresql":
        return _on_postgresql(url.set(drivername="postgresql+psycopg").render_as_string(hide_password=False))
    raise OpenError(database=repr(url), reason="only sqlite:///FILE and postgresql:// are known")


def _on_sqlite(path: Path) -> _Engines:
    path = path.resolve()  # two names of one file are one database
    sqlite.check_ours(path)
    try:
        lease = FileLease(path)
    except OSError as error:
        raise OpenError(database=path, reason=error.strerror) from None
    return _Engines(
        name=str(path),
        readers=sqlite.engine(path, writes=False),
        writer=sqlite.engine(path, writes=True),
        migrations=sqlite.engine(path, writes=True, migrates=True),
        lease=lease,
    )


def _on_postgresql(url: str) -> _Engines:
    name = make_url(url).render_as_string(hide_password=True)
    writer = create_engine(url, pool_size=2, pool_pre_ping=True)
    looks = {"postgresql_readonly": True, "isolation_level": "REPEATABLE READ"}
    readers = create_engine(url, pool_pre_ping=True, execution_options=looks)
    try:
        lease = AdvisoryLease(writer, name)
    except (DBAPIError, DatabaseInUse) as error:
        writer.dispose()
        if isinstance(error, DatabaseInUse):
            raise
        raise OpenError(database=name, reason=str(error.orig).splitlines()[0]) from None
    return _Engines(name, readers, writer, create_engine(url), lease)


def _dispose(engines: _Engines) -> None:
    engines.readers.dispose()
    engines.writer.dispose()
    engines.migrations.dispose()
    engines.lease.release()
