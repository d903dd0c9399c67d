"""What a command says: tables for people, JSON and CSV for machines, one line for what went wrong."""

import csv
import json
import sys
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from typing import Final, NoReturn

from rich.console import Console
from rich.table import Table

Cell = str | int | float | bool | None
Row = Mapping[str, Cell]

WIDTH: Final = 80  # columns that everything fits into
FOLDED: Final = ("bot", "bots", "owner", "event")  # columns that get narrower where there is too little room

out = Console(highlight=False, markup=False, emoji=False)
err = Console(highlight=False, markup=False, emoji=False, stderr=True)


class Format(StrEnum):
    """How a list is printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


class Failure(Exception):
    """Something that a person can do something about; the text is the one line that is said."""


def fail(text: str) -> NoReturn:
    raise Failure(text)


def clean(text: str) -> str:
    """The text without characters that would move a terminal's cursor or change its colours."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def say(text: str = "") -> None:
    """A line, or several, as they are: nothing is wrapped."""
    out.print(text, soft_wrap=True)


def note(text: str) -> None:
    """A line for people alone, which a pipe does not get."""
    err.print(text, soft_wrap=True)


def rows(found: Sequence[Row], how: Format, *, hide: Collection[str] = ()) -> None:
    """Print rows that have the same keys; what is absent is None.  A table has no room for what is in ``hide``."""
    if how is Format.JSON:
        sys.stdout.write(json.dumps(list(found), indent=2, ensure_ascii=False) + "\n")
    elif how is Format.CSV:
        writer = csv.writer(sys.stdout)
        writer.writerows([list(found[0])] if found else [])
        writer.writerows([list(row.values()) for row in found])
    else:
        table([{key: value for key, value in row.items() if key not in hide} for row in found])


def table(found: Sequence[Row], *, title: str = "") -> None:
    """Print rows in columns, numbers to the right; long text is folded, so that it fits the width."""
    if title:
        say(title)
    if not found:
        say("  none")
        return
    grid = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for key in found[0]:
        numbers = all(isinstance(row[key], int | float | None) for row in found)
        grid.add_column(key, justify="right" if numbers else "left", overflow="fold", no_wrap=key not in FOLDED)
    for row in found:
        grid.add_row(*(_cell(value) for value in row.values()))
    out.print(grid, width=min(out.width, WIDTH) if out.is_terminal else WIDTH)


def _cell(value: Cell) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.1f}" if isinstance(value, float) else clean(str(value))
