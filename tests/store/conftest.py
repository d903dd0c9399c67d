import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from muggins.store.database import Database


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database of ours: to copy one is faster than to make one."""
    path = tmp_path_factory.mktemp("empty") / "muggins.db"
    Database.open(path).close()
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a database may be made; nothing is there."""
    return tmp_path / "muggins.db"


@pytest.fixture
def database(path: Path, empty: Path) -> Iterator[Database]:
    shutil.copy(empty, path)
    with Database.open(path) as opened:
        yield opened
