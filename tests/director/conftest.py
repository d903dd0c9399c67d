import pytest

from tests.director.evening import Evening


@pytest.fixture
async def evening() -> Evening:
    return Evening()
