"""What a seat or a spectator of Fives and Threes may know, and how that looks in a terminal."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from muggins.games.base import Seat

WIDTH: Final = 80  # columns


class FivesView(NamedTuple):
    """The table as one seat sees it; with seat None, as anybody does."""

    seat: Seat | None
    game: int  # number in the match, from 1
    round: int  # number in the game, from 1
    opener: Seat
    hand: tuple[str, ...]  # in the order of the set; empty for a spectator
    line: tuple[str, ...]  # the tiles as they lie from left to right: "3-6", "6-6"
    left: int  # the open value of that end; -1 while the line is empty
    right: int
    sum: int  # of the ends, a terminal double counted whole
    history: tuple[str, ...]  # this round's: "0:6-6", "1:6-5:R", "0:knock"
    tiles_left: tuple[int, ...]  # by seat
    scores: tuple[int, ...]  # by side
    target: int


def render(view: FivesView) -> str:
    """The view as lines of at most 80 columns, doubles lying across the line."""
    scores = " : ".join(str(score) for score in view.scores)
    head = f"game {view.game}, round {view.round}, opened by seat {view.opener}   score {scores} (to {view.target})"
    counts = "  ".join(f"seat {seat}: {count}" for seat, count in enumerate(view.tiles_left))
    lines = [head, f"tiles left   {counts}", *layout(view.line)]
    if view.line:
        lines.append(f"left {view.left}   right {view.right}   sum of the ends {view.sum}")
    if view.seat is not None:
        lines.append(f"hand of seat {view.seat}   {' '.join(view.hand)}")
    return "\n".join(lines)


def layout(line: Sequence[str]) -> Iterator[str]:
    """Three lines of text for each stretch of the line that fits the width."""
    rows = ["", "", ""]
    for tile in line:
        drawn = _drawn(tile)
        if len(rows[0]) + len(drawn[0]) > WIDTH:
            yield from _trimmed(rows)
            rows = ["", "", ""]
        rows = [row + part for row, part in zip(rows, drawn, strict=True)]
    yield from _trimmed(rows)


def _drawn(tile: str) -> tuple[str, str, str]:
    """The three lines of text of one tile."""
    first, second = tile.split("-")
    return (f"[{first}]", " - ", f"[{second}]") if first == second else (" " * 5, f"[{first}|{second}]", " " * 5)


def _trimmed(rows: Sequence[str]) -> Iterator[str]:
    """The rows that show something, without the blanks at their ends."""
    return (row.rstrip() for row in rows if row.strip())
