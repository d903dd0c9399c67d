"""A small sample of what ``make coverage`` measures: the 95 % intervals hold the truth about as often as they say."""

import numpy as np
import pytest

from tests.ratings.coverage import cover, simulated


@pytest.mark.parametrize(("seats", "luck"), [(2, "normal"), (3, "gumbel"), (4, "rounded")])
def test_intervals_hold_the_truth_from_thirty_blocks_on(seats: int, luck: str) -> None:
    """Of 360 intervals about 342: 0.90 is more than four standard deviations below that."""
    truth, draw = simulated(12, seats, 30, 200, luck, np.random.default_rng(seats))
    covered = cover(12, truth, draw, 30)
    assert 0.90 < covered.share < 0.995
