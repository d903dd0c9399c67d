"""Reading the TOML file of an event.  docs/events.md describes every key."""

import re
import tomllib
from typing import Final

from muggins_tournaments.definition import (
    FORMATS,
    HOUSE_BOTS,
    TIE_BREAKS,
    UNFINISHED_WORTH,
    EventDefinition,
    MatchLength,
    Points,
    TimeControl,
)
from muggins_tournaments.entries import entrants, pairs, ratings
from muggins_tournaments.keys import EventError, Table, is_text, shown
from muggins_tournaments.limits import check_size
from muggins_tournaments.options import champions, check_options, knockout, sprt, stages

LARGEST_FILE: Final = 1_000_000  # bytes
TOP_KEYS: Final = (
    "name", "game", "seats", "format", "rounds", "games_per_pairing", "entrants", "first", "seed", "rated",
    "anonymous", "description", "tie_breaks", "options", "match", "time", "points", "house", "pairs", "ratings",
    "knockout", "gauntlet", "sprt", "stages",
)  # fmt: skip


def parse(text: str | bytes, source: str) -> EventDefinition:
    """Read an event file.  ``source`` names it in messages.  Raises EventError for the first thing that is wrong."""
    table = Table(source, "", _load(text, source))
    table.only(TOP_KEYS)
    name, game, seats = _required_text(table, "name", 80), _required_text(table, "game", 40), _seats(table)
    partners = pairs(table, seats)
    bots = tuple(bot for pair in partners.values() for bot in pair) or entrants(table, seats)
    definition = EventDefinition(
        name=name,
        game=game,
        seats=seats,
        entrants=bots,
        pairs=partners,
        format=(kind := table.choice("format", FORMATS, "round-robin")),
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
        tie_breaks=table.words("tie_breaks", TIE_BREAKS, ("wins", "game-points", "score-difference")),
        house=_house(table.table("house"), bots),
        ratings=ratings(table.table("ratings"), units := tuple(partners) or bots),
        knockout=knockout(table.table("knockout"), ("best_of", "double")),
        champions=champions(table.table("gauntlet"), units) if kind == "gauntlet" else (),
        sprt=sprt(table.table("sprt")),
        stages=stages(table.table("stages")) if kind == "stages" else (),
    )
    check_options(table, definition)
    check_size(table, definition)
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
    table.only(("start_up", "move", "bank", "margin", "cap", "max_strikes", "max_wait", "pace"), TOP_KEYS)
    usual = TimeControl()
    time = TimeControl(
        start_up=table.seconds("start_up", usual.start_up, zero=False),
        move=table.seconds("move", usual.move, zero=True),
        bank=table.seconds("bank", usual.bank, zero=True),
        margin=table.seconds("margin", usual.margin, zero=True),
        cap=table.seconds("cap", usual.cap, zero=False),
        max_strikes=table.whole("max_strikes", 1, 1000, usual.max_strikes),
        max_wait=table.seconds("max_wait", usual.max_wait, zero=True),
        pace=table.seconds("pace", usual.pace, zero=False),
    )
    budget = time.move + time.bank + time.margin
    if time.pace is not None and time.pace < budget:
        raise table.error("pace", f"must be at least time.move + bank + margin ({budget:g} s), or waiting would show")
    if time.move == time.bank == 0:
        raise table.error("move", "must be above 0 where time.bank is 0, or no bot could move in time")
    return time


def _points(table: Table) -> Points:
    table.only(("win", "draw", "loss", "abandoned", "by", "bye"), TOP_KEYS)
    usual = Points()
    points = Points(
        win=table.number("win", -1000, 1000, usual.win),
        draw=table.number("draw", -1000, 1000, usual.draw),
        loss=table.number("loss", -1000, 1000, usual.loss),
        abandoned=table.choice("abandoned", UNFINISHED_WORTH, usual.abandoned),
        by=table.choice("by", ("match", "game"), usual.by),
        bye=table.choice("bye", ("win", "draw", "loss"), usual.bye),
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
