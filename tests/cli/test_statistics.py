"""Intervals and percentiles against values worked out elsewhere."""

import pytest

from muggins.cli.statistics import percentile, wilson


@pytest.mark.parametrize(
    ("wins", "matches", "low", "high"),
    [  # Wilson's interval without continuity correction, as Newcombe (1998), table I, gives it
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_as_published(wins: float, matches: int, low: float, high: float) -> None:
    assert wilson(wins, matches) == pytest.approx((low, high), abs=5e-5)


def test_wilson_mirrors_and_knows_nothing_without_matches() -> None:
    low, high = wilson(7.5, 20)
    assert wilson(12.5, 20) == pytest.approx((1 - high, 1 - low))
    assert wilson(0, 0) == (0.0, 1.0)


def test_percentiles_are_values_that_were_seen() -> None:
    values = [5.0, 1.0, 3.0, 2.0, 4.0]
    assert [percentile(values, percent) for percent in (0, 20, 21, 99, 100)] == [1.0, 1.0, 2.0, 5.0, 5.0]
    assert percentile([], 99) == 0.0
