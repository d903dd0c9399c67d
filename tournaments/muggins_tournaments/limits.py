"""How large an event may be, and how many entrants each format needs; told before anything is built."""

from collections.abc import Callable
from dataclasses import replace
from math import comb
from typing import Final

from muggins_tournaments import whist
from muggins_tournaments.definition import EventDefinition
from muggins_tournaments.keys import EventError, Table
from muggins_tournaments.roundrobin import count

LARGEST_EVENT: Final = 1_000_000  # matches
LARGEST_ROUND: Final = 100_000  # pairings in one cycle, which are kept in memory
LARGEST_SWISS: Final = 1_000  # units, which are paired anew in each round
LARGEST_NUMBER: Final = 2**31 - 1  # of a pairing, as databases keep it


def check_size(table: Table, definition: EventDefinition) -> None:
    """Raise EventError where the numbers of the event make it impossible."""
    if definition.format == "stages":
        _check_stages(table, definition)
        return
    key, problem = problem_of(definition)
    if problem:
        raise table.error(key, problem)


def problem_of(definition: EventDefinition) -> tuple[str, str]:
    """The key and what is wrong with it; twice nothing where all is well."""
    if problem := CHECKS[definition.format](definition):
        return ("pairs" if definition.pairs else "entrants"), problem
    matches = MATCHES[definition.format](definition)
    if matches > LARGEST_EVENT:
        key = "rounds" if definition.rounds > 1 else "games_per_pairing"
        return key, f"makes an event of {matches:,} matches; at most {LARGEST_EVENT:,} are allowed"
    return "", ""


def _check_stages(table: Table, definition: EventDefinition) -> None:
    """Each stage must be possible for as many as come into it."""
    units = len(definition.units)
    for stage in definition.stages:
        inner = Table(table.source, f"stages.{stage.name}", {})
        if stage.groups * definition.width > units:
            raise inner.error("groups", f"{units} entrants do not fill {stage.groups} of {definition.width}")
        smallest, more = divmod(units, stage.groups)
        for size in {smallest, smallest + (more > 0)}:
            part = replace(
                definition.only(definition.units[:size]),
                format=stage.format,
                rounds=stage.rounds,
                games_per_pairing=stage.games_per_pairing,
                knockout=stage.knockout,
            )
            key, problem = problem_of(part)
            if problem:
                raise EventError(table.source, f"{inner.path}.{key}", problem)
        if stage.advance >= units // stage.groups + (more > 0) or stage.advance > smallest:
            raise inner.error("advance", f"must be fewer than the {smallest} of a group, not {stage.advance}")
        units = stage.groups * stage.advance


def _all_play_all(definition: EventDefinition) -> str:
    pairings = count(len(definition.units), definition.width)
    most = f"at most {LARGEST_ROUND:,} are allowed"
    return f"make {pairings:,} pairings a round; {most}" if pairings > LARGEST_ROUND else ""


def _gauntlet(definition: EventDefinition) -> str:
    field = len(definition.units) - len(definition.champions)
    if field < definition.width - 1:
        return f"must leave at least {definition.width - 1} in the field beside the champions, not {field}"
    return _all_play_all(definition)


def _whist(definition: EventDefinition) -> str:
    if definition.width != 4:
        return "partners rotate in a whist tournament: it needs 4 seats and no [pairs]"
    if len(definition.units) not in whist.SIZES:
        sizes = ", ".join(map(str, whist.SIZES))
        return f"of a whist tournament must be one of {sizes}, not {len(definition.units)}"
    return ""


def _swiss(definition: EventDefinition) -> str:
    return f"must be at most {LARGEST_SWISS:,} in a Swiss" if len(definition.units) > LARGEST_SWISS else ""


def _knockout(definition: EventDefinition) -> str:
    units, width = len(definition.units), definition.width
    if width == 4:
        return "of a knockout of four seats must be [pairs], for partners win and lose together"
    if width == 3 and units % 2 == 0:
        return f"of a knockout of three seats must be an odd number, for each table sends two home; not {units}"
    if definition.knockout.double and width != 2:
        return "of a double knockout must meet two at a table"
    return ""


def _ladder(definition: EventDefinition) -> str:
    tables = comb(len(definition.units), definition.width)
    return f"make {tables:,} different tables; at most {LARGEST_NUMBER:,}" if tables > LARGEST_NUMBER else ""


def _sprt(definition: EventDefinition) -> str:
    if definition.width == 2 and len(definition.units) == 2:
        return ""
    return f"of a test must be two, who meet two at a table, not {len(definition.units)}"


CHECKS: Final[dict[str, Callable[[EventDefinition], str]]] = {
    "round-robin": _all_play_all,
    "whist": _whist,
    "swiss": _swiss,
    "knockout": _knockout,
    "gauntlet": _gauntlet,
    "ladder": _ladder,
    "sprt": _sprt,
}


def _of_cycle(definition: EventDefinition) -> int:
    pairings = count(len(definition.units), definition.width)
    return pairings * definition.rounds * definition.games_per_pairing


def _of_gauntlet(definition: EventDefinition) -> int:
    champions, seats = len(definition.champions), definition.width
    tables = champions * comb(len(definition.units) - champions, seats - 1) * (3 if seats == 4 else 1)
    return tables * definition.rounds * definition.games_per_pairing


def _of_whist(definition: EventDefinition) -> int:
    units = len(definition.units)
    return units * (units - 1) // 4 * definition.rounds * definition.games_per_pairing


def _of_swiss(definition: EventDefinition) -> int:
    return len(definition.units) // definition.width * definition.rounds * definition.games_per_pairing


def _of_knockout(definition: EventDefinition) -> int:
    return 2 * len(definition.units) * definition.knockout.best_of


# The most matches that an event of each format can have; a ladder is open, and a test says its end itself.
MATCHES: Final[dict[str, Callable[[EventDefinition], int]]] = {
    "round-robin": _of_cycle,
    "whist": _of_whist,
    "swiss": _of_swiss,
    "knockout": _of_knockout,
    "gauntlet": _of_gauntlet,
    "ladder": lambda definition: 0,
    "sprt": lambda definition: 2 * definition.sprt.max_pairs,
}
