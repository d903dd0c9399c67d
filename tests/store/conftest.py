import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from muggins.store.database import Database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a database may be made; nothing is there."""
    return tmp_path / "muggins.db"


@pytest.fixture
def database(where: str) -> Iterator[Database]:
    """Open, on each kind of database."""
    with Database.open(where) as opened:
        yield opened


@pytest.fixture
def on_sqlite(path: Path, empty_file: Path) -> Iterator[Database]:
    """For what is only so on SQLite."""
    shutil.copy(empty_file, path)
    with Database.open(path) as opened:
        yield opened
