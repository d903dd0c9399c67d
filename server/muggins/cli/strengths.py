"""Ratings by all results together, as columns."""

from typing import Final

from google.protobuf.timestamp_pb2 import Timestamp

from muggins.cli.say import Row
from muggins.cli.words import day
from muggins.v1 import rankings_pb2 as pb

LEGEND: Final = """95 %: the interval that holds the true strength in 95 cases of 100.
?: too few matches to be sure of that.
tied: who has the same number cannot be told apart from the first who has it."""


def cells(strength: pb.Strength | None) -> Row:
    """The columns that every list has: the strength, its interval, and what to think of it."""
    if strength is None:
        return dict.fromkeys(("strength", "low", "high", "tied", "blocks", "provisional"))
    return {
        "strength": strength.rating,
        "low": strength.low,
        "high": strength.high,
        "tied": strength.tied,
        "blocks": strength.blocks,
        "provisional": strength.provisional,
    }


def short(strength: pb.Strength | None) -> Row:
    """The same for people, who need no tenths: "1532" or "1532?" and "1480-1590"."""
    if strength is None:
        return dict.fromkeys(("strength", "95 %", "tied"))
    mark = "?" if strength.provisional else ""
    return {
        "strength": f"{strength.rating:.0f}{mark}",
        "95 %": f"{strength.low:.0f}-{strength.high:.0f}",
        "tied": strength.tied,
    }


def as_of(computed: Timestamp, results: int) -> str:
    """When the strengths were computed, and from what."""
    if not computed.seconds:
        return "Strengths, by all results together, are still to be computed."
    return f"Strength by all {results} results together, as of {day(computed)} UTC."


def history_row(point: pb.RatingPoint) -> Row:
    strength = point.strength
    return {
        "hour": day(point.hour),
        "rating": point.rating,
        "matches": point.matches,
        "strength": strength.rating,
        "low": strength.low,
        "high": strength.high,
        "provisional": strength.provisional,
    }
