"""The processes of a benchmark or an attack: each answers a line of text with a line of JSON."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


class Child:
    """A module of this folder that runs in a process of its own."""

    def __init__(self, module: str, process: "subprocess.Popen[str]") -> None:
        self._module = module
        self._process = process

    @property
    def pid(self) -> int:
        return self._process.pid

    def say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def hear(self) -> Any:
        """The next line that it writes.  Raises RuntimeError when it has ended instead."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self._module} ended with code {self._process.wait()}")
        return json.loads(line)

    def ask(self, line: object) -> Any:
        self.say(str(line))
        return self.hear()


@contextmanager
def child(module: str, *args: object, package: str = "tests.bench") -> Iterator[Child]:
    """``python -m <package>.<module> args``, ended with the block."""
    command = [sys.executable, "-m", f"{package}.{module}", *map(str, args)]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        try:
            yield Child(module, process)
        finally:
            process.terminate()
            if process.stdin is not None:
                process.stdin.close()
