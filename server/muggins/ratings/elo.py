"""Live Elo ratings of one pool.

A bot starts at 1500.  K is 40 for its first 30 rated matches in the pool, then 20; the expected score is logistic with
400.  A match between several sides is scored against each opponent by placing and divided by the number of opponents.
A side's rating is the mean of its partners', and each partner takes the side's surprise times its own K.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

START = 1500.0
SCALE = 400.0
NEWCOMER_MATCHES = 30
NEWCOMER_K = 40.0
K = 20.0
_WIDEST = 100_000.0  # rating difference; 10 ** (a wider one / 400) is beyond a float


class Rating(NamedTuple):
    """A bot's rating in one pool, and the rated matches that it rests on."""

    value: float = START
    matches: int = 0

    @property
    def k(self) -> float:
        return NEWCOMER_K if self.matches < NEWCOMER_MATCHES else K

    def after(self, change: float) -> "Rating":
        """The rating after one more rated match."""
        return Rating(self.value + change, self.matches + 1)


Sides = Sequence[Sequence[Rating]]  # the partners of each side
Changes = tuple[tuple[float, ...], ...]  # in the same shape


class RatedMatch(NamedTuple):
    """What ratings need to know of a match.  ``offenders`` are the bots that forfeited it."""

    sides: tuple[tuple[str, ...], ...]
    places: tuple[int, ...]  # by side: lower is better, equal drew
    offenders: frozenset[str] = frozenset()


def expected(a: float, b: float) -> float:
    """The score from 0 to 1 that a rating of a expects against b; expected(a, b) + expected(b, a) is 1."""
    difference = max(-_WIDEST, min(_WIDEST, b - a))
    return 1 / (1 + 10 ** (difference / SCALE))


def changes(sides: Sides, places: Sequence[int]) -> Changes:
    """What each bot's rating changes by, after a match that was played out.  ``places``: lower is better."""
    strengths = _strengths(sides)
    surprises = [
        fmean(
            _score(place, theirs) - expected(strength, their_strength)
            for other, (their_strength, theirs) in enumerate(zip(strengths, places, strict=True))
            if other != side
        )
        for side, (strength, place) in enumerate(zip(strengths, places, strict=True))
    ]
    return tuple(tuple(rating.k * surprise for rating in side) for side, surprise in zip(sides, surprises, strict=True))


def forfeit_changes(sides: Sides, offenders: Collection[tuple[int, int]]) -> Changes:
    """The changes after a forfeit.  Each offender is named by its side and its place among the partners.

    An offender takes a loss against each opponent; its partner, which did not choose it, and the opponents, which did
    not beat it over the board, keep what they had.
    """
    strengths = _strengths(sides)
    return tuple(
        tuple(
            rating.k * _loss(strengths, side) if (side, partner) in offenders else 0.0
            for partner, rating in enumerate(ratings)
        )
        for side, ratings in enumerate(sides)
    )


def rate(match: RatedMatch, ratings: Mapping[str, Rating]) -> dict[str, Rating]:
    """The new ratings of the bots for which the match counts; a bot without a rating so far starts here."""
    sides = [[ratings.get(bot, Rating()) for bot in side] for side in match.sides]
    if not match.offenders:
        moved = changes(sides, match.places)
    else:
        guilty = {(s, p) for s, side in enumerate(match.sides) for p, bot in enumerate(side) if bot in match.offenders}
        moved = forfeit_changes(sides, guilty)
    return {
        bot: rating.after(change)
        for bots, side, of_side in zip(match.sides, sides, moved, strict=True)
        for bot, rating, change in zip(bots, side, of_side, strict=True)
        if not match.offenders or bot in match.offenders
    }


def fold(matches: Iterable[RatedMatch]) -> dict[str, Rating]:
    """The ratings of a pool from all its rated matches, in the order in which they were rated."""
    ratings = dict[str, Rating]()
    for match in matches:
        ratings.update(rate(match, ratings))
    return ratings


def _strengths(sides: Sides) -> list[float]:
    return [fmean(rating.value for rating in side) for side in sides]


def _score(mine: int, theirs: int) -> float:
    return 0.5 if mine == theirs else float(mine < theirs)


def _loss(strengths: Sequence[float], side: int) -> float:
    """The surprise of a side that lost against every other."""
    return -fmean(expected(strengths[side], theirs) for other, theirs in enumerate(strengths) if other != side)
