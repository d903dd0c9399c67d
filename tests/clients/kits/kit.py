"""What the suite has to know of a bot kit: how to build it, test it, and start its bots."""

import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final

CLIENTS: Final = Path(__file__).parents[3] / "clients"
LANGUAGES: Final = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if path.stem != "kit")

Command = tuple[str, ...]  # run in the kit's folder; a program without a path is looked up as usual


class BuildFailed(Exception):
    """A command of a kit failed; the text has what it printed."""


@dataclass(frozen=True, slots=True)
class Kit:
    """One language's kit.  Its house bots take a kind and read MUGGINS_ADDRESS and MUGGINS_TOKEN."""

    language: str  # the name of its folder
    tools: tuple[str, ...]  # the programs that building and running need
    build: tuple[Command, ...]
    test: Command | None  # its own unit tests; MUGGINS_TURNS names a file of recorded turns
    house: Command  # before the kind
    plain: Command  # the bot without the kit, before ADDRESS and TOKEN
    lacks: Callable[[], str] = lambda: ""  # in words, what else this machine lacks

    @property
    def folder(self) -> Path:
        return CLIENTS / self.language

    def missing(self) -> str:
        """What this machine lacks for the kit, in words; empty when nothing."""
        absent = [tool for tool in self.tools if shutil.which(tool) is None]
        return f"{', '.join(absent)} not installed" if absent else self.lacks()

    def make(self) -> None:
        """Build it; what was built before is used again.  Raises BuildFailed."""
        for command in self.build:
            self.run(command)

    def run(self, command: Command, environment: Mapping[str, str] | None = None) -> None:
        """Run a command to its end.  Raises BuildFailed."""
        ended = subprocess.run(
            command,
            cwd=self.folder,
            env=os.environ | dict(environment or {}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if ended.returncode:
            raise BuildFailed(f"{' '.join(command)} in {self.folder} exited with {ended.returncode}:\n{ended.stdout}")


def kit_of(language: str) -> Kit:
    """What the file of that language says."""
    kit: Kit = import_module(f"tests.clients.kits.{language}").KIT
    return kit
