"""Databases for the tests: each on SQLite and on a real PostgreSQL."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from muggins.store.database import Database
from tests.postgres import Postgres

BACKENDS = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A server for all tests of the session; who stops it starts it again."""
    server = Postgres()
    server.start()
    yield server
    server.remove()


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database of ours: to copy one is faster than to make one."""
    path = tmp_path_factory.mktemp("empty") / "muggins.db"
    Database.open(path).close()
    return path


@pytest.fixture(scope="session")
def empty_template(postgres: Postgres) -> str:
    """The same on PostgreSQL."""
    name = postgres.create()
    Database.open(postgres.url(name)).close()
    return name


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def nothing(backend: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """Where a database can be made: there is no file, or one without tables on the server."""
    if backend == "sqlite":
        yield str(tmp_path / "muggins.db")
    else:
        yield from _on_server(request, "template0")


@pytest.fixture
def where(backend: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """An empty database of ours that nobody has opened: a file or a URL."""
    if backend == "sqlite":
        yield str(shutil.copy(request.getfixturevalue("empty_file"), tmp_path / "muggins.db"))
    else:
        yield from _on_server(request, request.getfixturevalue("empty_template"))


def _on_server(request: pytest.FixtureRequest, template: str) -> Iterator[str]:
    server: Postgres = request.getfixturevalue("postgres")
    name = server.create(template)
    yield server.url(name)
    server.drop(name)
