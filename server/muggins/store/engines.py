"""The engines of one database: how it is reached by its readers, its writer and its migrations."""

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, Engine
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from muggins.store import postgres, sqlite
from muggins.store.errors import DatabaseInUse, OpenError
from muggins.store.lease import AdvisoryLease, FileLease, Lease


@dataclass(frozen=True, slots=True)
class Engines:
    """One database that this process owns."""

    name: str  # as people know it; without a password
    readers: Engine
    writer: Engine
    migrations: Engine
    lease: Lease

    def dispose(self) -> None:
        self.readers.dispose()
        self.migrations.dispose()
        self.lease.release()
        self.writer.dispose()


def own(where: str | Path) -> Engines:
    """Become the owner of the database at a path or URL.  Raises OpenError, NotOurDatabase or DatabaseInUse."""
    place = locate(where)
    return _own_file(place) if isinstance(place, Path) else _own_on_server(place)


def reader(where: str | Path) -> tuple[str, Engine]:
    """The name of the database, and an engine that looks at it beside its owner.  Raises OpenError."""
    place = locate(where)
    if isinstance(place, URL):
        return place.render_as_string(hide_password=True), _on_server(place, writes=False)
    if not place.is_file():
        raise OpenError(database=place, reason="there is no such file")
    sqlite.check_ours(place)
    return str(place), sqlite.engine(place, writes=False)


def locate(where: str | Path) -> Path | URL:
    """The file that a path or URL means, or the URL of a PostgreSQL database.  Raises OpenError."""
    if isinstance(where, Path) or "://" not in where:
        return Path(where).resolve()  # two names of one file are one database
    try:
        url = make_url(where)
    except ArgumentError:
        raise OpenError(database=where, reason="that is no database URL") from None
    if url.get_backend_name() == "sqlite" and url.database:
        return Path(url.database).resolve()
    if url.get_backend_name() == "postgresql":
        return url
    raise OpenError(database=repr(url), reason="only sqlite:///FILE and postgresql:// are known")


def _own_file(path: Path) -> Engines:
    sqlite.check_ours(path)
    try:
        lease = FileLease(path)
    except OSError as error:
        raise OpenError(database=path, reason=error.strerror) from None
    return Engines(
        name=str(path),
        readers=sqlite.engine(path, writes=False),
        writer=sqlite.engine(path, writes=True),
        migrations=sqlite.engine(path, writes=True, migrates=True),
        lease=lease,
    )


def _own_on_server(url: URL) -> Engines:
    name = url.render_as_string(hide_password=True)
    writer = _on_server(url, writes=True)
    try:
        lease = AdvisoryLease(writer, name)
    except (DBAPIError, DatabaseInUse) as error:
        writer.dispose()
        if isinstance(error, DatabaseInUse):
            raise
        raise OpenError(database=name, reason=str(error.orig).splitlines()[0]) from None
    return Engines(name, _on_server(url, writes=False), writer, _on_server(url, writes=True), lease)


def _on_server(url: URL, *, writes: bool) -> Engine:
    try:
        return postgres.engine(url, writes=writes)
    except ModuleNotFoundError:
        name = url.render_as_string(hide_password=True)
        raise OpenError(database=name, reason="that needs psycopg: pip install 'muggins[postgres]'") from None
