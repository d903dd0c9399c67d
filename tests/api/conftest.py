from collections.abc import AsyncIterator

import pytest

from tests.api.arena import Arena
from tests.api.arena import arena as running_arena


@pytest.fixture
async def arena() -> AsyncIterator[Arena]:
    async with running_arena() as running:
        yield running
