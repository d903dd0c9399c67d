"""The figures as a table for people, or as JSON."""

import json
import os
import platform
import sys
from collections.abc import Sequence
from datetime import date
from importlib.metadata import version

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from tests.bench.rows import Figure

WORDS = {None: "", True: "yes", False: "no"}


def machine(loops: float) -> dict[str, object]:
    """What the figures were measured on.  ``loops`` a second is how fast the reference loop runs."""
    return {
        "date": date.today().isoformat(),
        "cores": os.cpu_count(),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "grpcio": version("grpcio"),
        "reference_loop_us": round(1e6 / loops, 1),  # 10,000 additions in pure Python
    }


def as_json(figures: Sequence[Figure], about: dict[str, object], pairs: int) -> str:
    rows = [
        {
            "row": f.row.key,
            "what": f.row.what,
            "low": f.low,
            "median": f.middle,
            "high": f.high,
            "goal": None if f.row.goal is None else f"{f.row.sign} {f.row.goal:g}",
            "reached": f.row.reached(f.middle),
            "ours_per_second": f.ours,
            "theirs_per_second": f.theirs,
        }
        for f in figures
    ]
    return json.dumps({"machine": about, "pairs": pairs, "rows": rows}, indent=2)


def as_table(figures: Sequence[Figure], about: dict[str, object], pairs: int) -> None:
    """Print to standard output; a file or a pipe gets lines that are wide enough."""
    console = Console(width=None if sys.stdout.isatty() else 132)
    table = Table(box=SIMPLE)
    table.add_column("row", no_wrap=True)
    table.add_column("what")
    for column in ("median", "quartiles", "goal", "reached", "ours/s", "theirs/s"):
        table.add_column(column, justify="right", no_wrap=True)
    for f in figures:
        table.add_row(
            f.row.key,
            f.row.what,
            f"{f.middle:.2f}{f.row.unit}",
            f"{f.low:.2f} - {f.high:.2f}",
            "" if f.row.goal is None else f"{f.row.sign} {f.row.goal:g}",
            WORDS[f.row.reached(f.middle)],
            f"{f.ours:,.0f}" if f.ours >= 1 else "",
            "" if f.row.absolute else f"{f.theirs:,.0f}",
        )
    console.print(table)
    console.print(", ".join(f"{key.replace('_', ' ')} {value}" for key, value in about.items()))
    console.print(f"Medians and quartiles of {pairs} interleaved pairs of windows.")
