"""What a process weighs."""

import os
from pathlib import Path

PAGE_MB = os.sysconf("SC_PAGE_SIZE") / 2**20


def memory(pid: int | str = "self") -> float:
    """Megabytes of memory that a process holds (its resident set)."""
    return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * PAGE_MB


def open_files(pid: int | str = "self") -> int:
    return sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())
