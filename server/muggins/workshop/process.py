"""A bot as a process of its own: any command in any language, told by its environment where to play."""

import asyncio
import os
import signal
from collections.abc import Sequence
from pathlib import Path

GRACE = 2.0  # seconds for a bot that is told to stop


class BotProcess:
    """Starts the command with MUGGINS_ADDRESS and MUGGINS_TOKEN set; what it writes goes to the file ``said``."""

    def __init__(self, command: Sequence[str], address: str, token: str, said: Path, **more: str) -> None:
        self.said = said
        self._command = command
        self._environment = os.environ | {"MUGGINS_ADDRESS": address, "MUGGINS_TOKEN": token, **more}
        self._process: asyncio.subprocess.Process | None = None

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def code(self) -> int | None:
        """Its exit code, once it has one; negative is the signal that ended it."""
        return None if self._process is None else self._process.returncode

    async def start(self) -> None:
        """Raises OSError where there is no such command."""
        with self.said.open("ab") as said:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                env=self._environment,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                start_new_session=True,  # a wrapper's children end with it, and an interruption is ours to pass on
            )

    def ask_to_stop(self) -> None:
        """What a person's Ctrl-C, or a service manager, says."""
        self._signal(signal.SIGTERM)

    async def ended(self, patience: float) -> bool:
        """Whether it ends by itself within so many seconds."""
        if self._process is not None:
            try:
                async with asyncio.timeout(patience):
                    await self._process.wait()
            except TimeoutError:
                return False
        return True

    async def stop(self) -> None:
        """End it, with force where a word does not help."""
        if self.alive:
            self.ask_to_stop()
            if not await self.ended(GRACE):
                self._signal(signal.SIGKILL)
                await self.ended(GRACE)

    def _signal(self, number: int) -> None:
        if self._process is not None and self.alive:
            try:
                os.killpg(self._process.pid, number)
            except ProcessLookupError:
                return

    def last_words(self, lines: int = 5) -> list[str]:
        """The last lines that it wrote."""
        text = self.said.read_text(encoding="utf-8", errors="replace") if self.said.exists() else ""
        return text.splitlines()[-lines:]
