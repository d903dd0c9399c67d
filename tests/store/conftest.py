from collections.abc import Iterator
from pathlib import Path

import pytest

from muggins.store.database import Database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "muggins.db"


@pytest.fixture
def database(path: Path) -> Iterator[Database]:
    with Database.open(path) as opened:
        yield opened
