"""Events for a server that is attacked or has to endure."""

from collections.abc import Sequence
from pathlib import Path


def write(path: Path, entrants: Sequence[str], *, rounds: int, time: str, game: str = "cribbage") -> Path:
    """The file of a round robin of two-seat matches; ``time`` is the table of that name."""
    lines = [
        f'name = "{path.stem}"',
        f'game = "{game}"',
        "seats = 2",
        f"rounds = {rounds}",
        "entrants = [" + ", ".join(f'"{name}"' for name in entrants) + "]",
        "[time]",
        time,
    ]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path
