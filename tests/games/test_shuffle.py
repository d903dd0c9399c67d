"""Every piece is as likely in every place, and no deal comes twice.  ``make shuffle`` looks at 1,000,000 deals."""

import pytest

from muggins.games.dealing import stream
from tests.games.shuffling import SIGMAS, chi_square, sigmas, survey

SAMPLE = 20_000


@pytest.mark.parametrize(("size", "count"), [(52, 13), (28, 14)])
def test_a_shuffle_is_uniform_and_does_not_repeat(size: int, count: int) -> None:
    found = survey(SAMPLE, size, count)
    assert found.repeated == 0
    assert abs(found.places) < SIGMAS
    assert abs(found.neighbours) < SIGMAS


def test_the_statistic_finds_a_shuffle_that_favours_a_piece() -> None:
    """A byte modulo 52, without another try for those from 208 on, favours the first 48 cards by a quarter."""
    counts = [0] * 52
    source = stream(bytes(32), "deal/1/1")
    for _ in range(SAMPLE):
        counts[next(source) % 52] += 1
    assert sigmas(chi_square(counts), 51) > SIGMAS
