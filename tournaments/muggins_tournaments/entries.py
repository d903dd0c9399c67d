"""Who takes part, from the file: bots, pairs of bots who stay together, and the ratings that seed them."""

from typing import Final

from muggins_tournaments.keys import Table, is_text, shown

LONGEST_NAME: Final = 32
_NAME: Final = "a bot's name of 3 to 32 printable characters"

Pairs = dict[str, tuple[str, str]]


def entrants(table: Table, seats: int) -> tuple[str, ...]:
    """The bots of ``entrants``."""
    table.required("entrants", f"an array of bots' names, at least {seats}, or a table [pairs]")
    names = table.names("entrants", "bots' names", _NAME)
    if len(names) < seats:
        raise table.error("entrants", f"must be at least {seats} for a game of {seats} seats, not {len(names)}")
    return names


def pairs(table: Table, seats: int) -> Pairs:
    """The table [pairs]: the name of a pair -> its two bots; empty where the file has none."""
    if "pairs" not in table.values:
        return {}
    inner = table.table("pairs")
    if seats != 4:
        raise table.error("pairs", f"partners need a game of 4 seats, not {seats}")
    if "entrants" in table.values:
        raise table.error("pairs", "contradicts entrants; give one of the two")
    if len(inner.values) < 2:
        raise table.error("pairs", f"must be at least 2 pairs, not {len(inner.values)}")
    found: Pairs = {}
    for name in inner.values:
        found[name] = _pair(inner, name, {bot for pair in found.values() for bot in pair})
    return found


def _pair(table: Table, name: str, taken: set[str]) -> tuple[str, str]:
    if not is_text(name, 3, LONGEST_NAME):
        raise table.error(name, "a pair's name has 3 to 32 printable characters")
    bots = table.names(name, "two bots' names", _NAME)
    if len(bots) != 2:
        raise table.error(name, f"must be two bots, not {len(bots)}")
    for bot in bots:
        if bot in taken:
            raise table.error(name, f"each bot enters once, but {shown(bot)} is in another pair")
    return bots[0], bots[1]


def ratings(table: Table, units: tuple[str, ...]) -> dict[str, float]:
    """The table [ratings]: unit -> rating."""
    for name in table.values:
        if name not in units:
            raise table.error(name, "must be one of the entrants")
    return {name: table.number(name, -100_000, 100_000, 0) for name in table.values}
