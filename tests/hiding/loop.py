"""An event loop whose time jumps: nothing is waited for, and the same calls give the same moments."""

import asyncio
import selectors
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any, TypeVar, TypeVarTuple

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
START = 1024.0  # seconds; with steps of a power of two all moments are exact


class _Jumps(selectors.BaseSelector):
    """Waits for no file: instead of waiting, time goes on."""

    def __init__(self, go_on: Callable[[float], None]) -> None:
        self._go_on = go_on
        self._keys: dict[Any, selectors.SelectorKey] = {}

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        descriptor = fileobj if isinstance(fileobj, int) else fileobj.fileno()
        self._keys[fileobj] = selectors.SelectorKey(fileobj, descriptor, events, data)
        return self._keys[fileobj]

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return self._keys.pop(fileobj)

    def get_map(self) -> dict[Any, selectors.SelectorKey]:
        return self._keys

    def get_key(self, fileobj: Any) -> selectors.SelectorKey:
        return self._keys[fileobj]

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise RuntimeError("everybody waits and nothing is due")
        if timeout > 0:
            self._go_on(timeout)
        return []


class JumpingLoop(asyncio.SelectorEventLoop):
    """Time stands still while something can run, then jumps to what is due next.  Threads are not waited for either:
    what would run in one runs at once.
    """

    def __init__(self) -> None:
        self._moment = START
        super().__init__(_Jumps(self._go_on))

    def _go_on(self, seconds: float) -> None:
        self._moment += seconds

    def time(self) -> float:
        return self._moment

    def run_in_executor(self, executor: Executor | None, func: Callable[[*Ts], T], *args: *Ts) -> asyncio.Future[T]:
        done: asyncio.Future[T] = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done
