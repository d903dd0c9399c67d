"""Tournaments, pure: event files, who meets whom, and what the results amount to.  Imports nothing of the server."""

from pathlib import Path

from muggins_tournaments.balance import Spread, balance
from muggins_tournaments.cycles import RoundRobin
from muggins_tournaments.definition import (
    HOUSE_BOTS,
    EventDefinition,
    Knockout,
    MatchLength,
    Points,
    Sprt,
    Stage,
    TimeControl,
)
from muggins_tournaments.event import parse
from muggins_tournaments.formats import schedule
from muggins_tournaments.keys import EventError
from muggins_tournaments.result import Key, Result, Slot
from muggins_tournaments.rows import Row
from muggins_tournaments.schedule import Schedule
from muggins_tournaments.scoring import Tally
from muggins_tournaments.sprt import State, state
from muggins_tournaments.standings import crosstable, standings
from muggins_tournaments.strays import SeatRecord, Stray, seat_records, strays
from muggins_tournaments.tiebreaks import Crosstable

__all__ = [
    "HOUSE_BOTS",
    "Crosstable",
    "EventDefinition",
    "EventError",
    "Key",
    "Knockout",
    "MatchLength",
    "Points",
    "Result",
    "RoundRobin",
    "Row",
    "Schedule",
    "SeatRecord",
    "Slot",
    "Spread",
    "Sprt",
    "Stage",
    "State",
    "Stray",
    "Tally",
    "TimeControl",
    "balance",
    "crosstable",
    "parse",
    "ready_made",
    "schedule",
    "seat_records",
    "standings",
    "state",
    "strays",
]


def ready_made() -> dict[str, Path]:
    """The event files that come with the product, by name."""
    folder = Path(__file__).parent / "events"
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}
