"""Tournaments, pure: event files, who meets whom, and what the results amount to.  Imports nothing of the server."""

from pathlib import Path

from muggins_tournaments.event import EventDefinition, MatchLength, Points, TimeControl, parse
from muggins_tournaments.keys import EventError
from muggins_tournaments.result import Key, Result, Slot
from muggins_tournaments.schedule import RoundRobin, Schedule, schedule
from muggins_tournaments.standings import Crosstable, Row, Tally, crosstable, standings

__all__ = [
    "Crosstable",
    "EventDefinition",
    "EventError",
    "Key",
    "MatchLength",
    "Points",
    "Result",
    "RoundRobin",
    "Row",
    "Schedule",
    "Slot",
    "Tally",
    "TimeControl",
    "crosstable",
    "parse",
    "ready_made",
    "schedule",
    "standings",
]


def ready_made() -> dict[str, Path]:
    """The event files that come with the product, by name."""
    folder = Path(__file__).parent / "events"
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}
