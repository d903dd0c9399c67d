"""The definition of an event, read from its TOML file.  docs/events.md describes every key."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from muggins_tournaments.keys import EventError, Table, is_text, shown
from muggins_tournaments.roundrobin import count

LARGEST_FILE: Final = 1_000_000  # bytes
LARGEST_EVENT: Final = 1_000_000  # matches
LARGEST_ROUND: Final = 100_000  # pairings in one cycle of a round robin, which are kept in memory
FORMATS: Final = ("round-robin",)
HOUSE_BOTS: Final = ("random", "greedy", "steady")
UNFINISHED_WORTH: Final = ("draw", "loss", "placing")
_NAME: Final = "a bot's name of 3 to 32 printable characters"

TOP_KEYS: Final = (
    "name", "game", "seats", "format", "rounds", "games_per_pairing", "entrants", "first", "seed", "rated",
    "anonymous", "description", "options", "match", "time", "points", "house",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class MatchLength:
    """How long one match is: a number of games, or (where it is not None) first to so many game points."""

    games: int = 1
    first_to: int | None = None
    max_rounds: int = 400  # deals in one game; a game that needs more is abandoned


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time a bot has; all times in seconds."""

    start_up: float = 10.0
    move: float = 1.0
    bank: float = 10.0  # for the whole match, beyond the move times
    margin: float = 0.05  # of each move, given for the network
    cap: float | None = None  # for the match as a whole; None means none
    max_strikes: int = 3
    max_wait: float = 60.0  # how long an absent bot is waited for


@dataclass(frozen=True, slots=True)
class Points:
    """What a match is worth in the standings."""

    win: float = 1.0
    draw: float = 0.5
    loss: float = 0.0
    abandoned: str = "draw"  # a match that ran out of rounds or time: one of UNFINISHED_WORTH


@dataclass(frozen=True, slots=True)
class EventDefinition:
    """One event, every default filled in.  ``options`` and the game's name are for the caller to check."""

    name: str
    game: str
    seats: int
    entrants: tuple[str, ...]
    format: str = "round-robin"
    rounds: int = 1
    games_per_pairing: int = 1
    first: str = "draw"
    seed: str | None = None
    rated: bool = True
    anonymous: bool = False
    description: str = ""
    options: Mapping[str, object] = field(default_factory=dict)
    match: MatchLength = MatchLength()
    time: TimeControl = TimeControl()
    points: Points = Points()
    house: Mapping[str, str] = field(default_factory=dict)  # bot name -> kind of house bot


def parse(text: str | bytes, source: str) -> EventDefinition:
    """Read an event file.  ``source`` names it in messages.  Raises EventError for the first thing that is wrong."""
    table = Table(source, "", _load(text, source))
    table.only(TOP_KEYS)
    definition = EventDefinition(
        name=_required_text(table, "name", 80),
        game=_required_text(table, "game", 40),
        seats=(seats := _seats(table)),
        entrants=(entrants := _entrants(table, seats)),
        format=table.choice("format", FORMATS, "round-robin"),
        rounds=table.whole("rounds", 1, 1000, 1),
        games_per_pairing=table.whole("games_per_pairing", 1, 100_000, 1),
        first=table.choice("first", ("draw", "assigned"), "draw"),
        seed=_seed(table),
        rated=table.flag("rated", True),
        anonymous=table.flag("anonymous", False),
        description=table.text("description", 2000, "", lines=True),
        options=table.table("options").values,
        match=_match(table.table("match")),
        time=_time(table.table("time")),
        points=_points(table.table("points")),
        house=_house(table.table("house"), entrants),
    )
    _check_size(table, definition)
    return definition


def _load(text: str | bytes, source: str) -> dict[str, object]:
    if len(text) > LARGEST_FILE:
        raise EventError(source, "", f"an event file has at most {LARGEST_FILE:,} bytes")
    try:
        decoded = text.decode() if isinstance(text, bytes) else text
    except UnicodeDecodeError as error:
        raise EventError(source, "", f"must be UTF-8 text, which it is not from byte {error.start} on") from error
    _refuse_deep_keys(decoded, source)
    try:
        return tomllib.loads(decoded.removeprefix("\ufeff"))  # some editors write a byte order mark
    except tomllib.TOMLDecodeError as error:
        raise EventError(source, "", f"not valid TOML: {error}") from error
    except RecursionError as error:
        raise EventError(source, "", "arrays or tables are nested too deeply") from error
    except ValueError as error:  # Python converts no number of more than 4,300 digits
        raise EventError(source, "", "a number has too many digits") from error


# Strings and comments, in the order in which TOML itself would see them.
_OPAQUE = re.compile(r'"""[\s\S]*?"""|\'\'\'[\s\S]*?\'\'\'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#[^\n]*')


def _refuse_deep_keys(text: str, source: str) -> None:
    """Dotted keys of n parts cost tomllib time and memory of n squared: 500,000 parts fill any machine."""
    for number, line in enumerate(_OPAQUE.sub("", text).splitlines(), 1):
        if line.count(".") > 100:
            raise EventError(source, "", f"too many dots near line {number}; a key has at most two parts")


def _required_text(table: Table, key: str, most: int) -> str:
    table.required(key, f"text of 1 to {most} printable characters")
    return table.text(key, most, "", least=1)


def _seats(table: Table) -> int:
    table.required("seats", "a whole number from 2 to 4")
    return table.whole("seats", 2, 4, 2)


def _entrants(table: Table, seats: int) -> tuple[str, ...]:
    table.required("entrants", f"an array of bots' names, at least {seats}")
    names = table.values["entrants"]
    if not isinstance(names, list):
        raise table.error("entrants", f"must be an array of bots' names, not {shown(names)}")
    seen = set[str]()
    for place, name in enumerate(names, 1):
        if not is_text(name, 3, 32):
            raise table.error("entrants", f"number {place} must be {_NAME}, not {shown(name)}")
        if name in seen:
            raise table.error("entrants", f"each bot enters once, but {shown(name)} is there twice")
        seen.add(name)
    if len(names) < seats:
        raise table.error("entrants", f"must be at least {seats} for a game of {seats} seats, not {len(names)}")
    return tuple(names)


def _seed(table: Table) -> str | None:
    value = table.values.get("seed")
    if value is None or is_text(value, 1, 100):
        return value
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) >= 2**64:
        raise table.error("seed", f"must be text of 1 to 100 characters or a whole number, not {shown(value)}")
    return str(value)


def _match(table: Table) -> MatchLength:
    table.only(("games", "first_to", "max_rounds"), TOP_KEYS)
    if "games" in table.values and "first_to" in table.values:
        raise table.error("first_to", "contradicts match.games; give one of the two")
    usual = MatchLength()
    return MatchLength(
        games=table.whole("games", 1, 1000, usual.games),
        first_to=table.whole("first_to", 1, 1000, usual.first_to),
        max_rounds=table.whole("max_rounds", 1, 100_000, usual.max_rounds),
    )


def _time(table: Table) -> TimeControl:
    table.only(("start_up", "move", "bank", "margin", "cap", "max_strikes", "max_wait"), TOP_KEYS)
    usual = TimeControl()
    time = TimeControl(
        start_up=table.seconds("start_up", usual.start_up, zero=False),
        move=table.seconds("move", usual.move, zero=True),
        bank=table.seconds("bank", usual.bank, zero=True),
        margin=table.seconds("margin", usual.margin, zero=True),
        cap=table.seconds("cap", usual.cap, zero=False),
        max_strikes=table.whole("max_strikes", 1, 1000, usual.max_strikes),
        max_wait=table.seconds("max_wait", usual.max_wait, zero=True),
    )
    if time.move == time.bank == 0:
        raise table.error("move", "must be above 0 where time.bank is 0, or no bot could move in time")
    return time


def _points(table: Table) -> Points:
    table.only(("win", "draw", "loss", "abandoned"), TOP_KEYS)
    usual = Points()
    points = Points(
        win=table.number("win", -1000, 1000, usual.win),
        draw=table.number("draw", -1000, 1000, usual.draw),
        loss=table.number("loss", -1000, 1000, usual.loss),
        abandoned=table.choice("abandoned", UNFINISHED_WORTH, usual.abandoned),
    )
    if points.win <= points.loss:
        raise table.error("win", f"must be above points.loss ({points.loss:g}), not {points.win:g}")
    if not points.loss <= points.draw <= points.win:
        between = f"from points.loss ({points.loss:g}) to points.win ({points.win:g})"
        raise table.error("draw", f"must be {between}, not {points.draw:g}")
    return points


def _house(table: Table, entrants: tuple[str, ...]) -> dict[str, str]:
    for name in table.values:
        if name not in entrants:
            raise table.error(name, "must be one of the entrants")
    return {name: table.choice(name, HOUSE_BOTS, "") for name in table.values}


def _check_size(table: Table, definition: EventDefinition) -> None:
    pairings = count(len(definition.entrants), definition.seats)
    if pairings > LARGEST_ROUND:
        raise table.error("entrants", f"make {pairings:,} pairings a round; at most {LARGEST_ROUND:,} are allowed")
    matches = pairings * definition.rounds * definition.games_per_pairing
    if matches > LARGEST_EVENT:
        key = "rounds" if definition.rounds > 1 else "games_per_pairing"
        raise table.error(key, f"makes an event of {matches:,} matches; at most {LARGEST_EVENT:,} are allowed")
