"""Keeps the ratings by all results together up to date, in the background, and computes others on demand."""

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from time import monotonic
from typing import Final

from muggins.store import strengths
from muggins.store.commission import Commission, read_answer
from muggins.store.database import Database
from muggins.store.errors import Uncomputed, Unreachable
from muggins.store.strengths import Computed, Scope

log = logging.getLogger(__name__)

EVERY: Final = 30.0  # seconds between two looks for pools that have new results
REST: Final = 10.0  # times as long as a computation took until the same list is computed again
PATIENCE: Final = 10.0  # seconds that one who asks waits for a list that was never seen to take longer
KEPT: Final = 32  # lists that are not stored
PROGRAM: Final = (sys.executable, "-m", "muggins.store.reckoning")


class Reckoner:
    """Computes one list at a time, in a process of its own that lets others go first."""

    def __init__(self, database: Database, where: str, anchors: Mapping[str, float]) -> None:
        self._database = database
        self._where = where
        self._anchors = anchors
        self._turn = asyncio.Lock()
        self._running: dict[Scope, asyncio.Task[None]] = {}
        self._took: dict[Scope, float] = {}  # seconds
        self._ended: dict[Scope, float] = {}
        self._kept: OrderedDict[tuple[Scope, int], Computed] = OrderedDict()
        self._watch: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._watch = asyncio.create_task(self._keep_up())

    async def stop(self) -> None:
        """Leave what is being computed."""
        tasks = [*self._running.values(), *([self._watch] if self._watch else ())]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def newest(self, scope: Scope) -> Computed | None:
        """The stored list of a pool or an event; computed anew where it is due and that is quick.  None: not yet."""
        if (task := await self._renewal(scope)) is not None and self._took.get(scope, 0.0) < PATIENCE:
            await asyncio.wait({task}, timeout=PATIENCE)
        return await asyncio.to_thread(self._database.read, strengths.get, scope)

    async def since(self, scope: Scope) -> Computed:
        """The list of a pool since a moment, which is not stored.  Raises Uncomputed."""
        async with self._turn:
            results = await asyncio.to_thread(self._database.read, strengths.results_now, scope)
            if (scope, results) not in self._kept:
                self._kept[scope, results] = await self._compute(scope)
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
            return self._kept[scope, results]

    async def _keep_up(self) -> None:
        """Renew the lists of pools, when that is due."""
        while True:
            await asyncio.sleep(EVERY)
            with suppress(Unreachable):  # the writer tells the operator
                for scope in await asyncio.to_thread(self._database.read, strengths.due, self._anchors):
                    if (task := await self._renewal(scope)) is not None:
                        await asyncio.wait({task})

    async def _renewal(self, scope: Scope) -> asyncio.Task[None] | None:
        """The computation of a list that is due; None where there is nothing new, or it was computed just now."""
        due = await asyncio.to_thread(self._database.read, strengths.is_due, scope, self._anchors)
        rested = monotonic() - self._ended.get(scope, 0.0) >= REST * self._took.get(scope, 0.0)
        if not due or not rested:
            return self._running.get(scope)
        if scope not in self._running:
            task = self._running[scope] = asyncio.create_task(self._renew(scope))
            task.add_done_callback(lambda _: self._running.pop(scope))
        return self._running[scope]

    async def _renew(self, scope: Scope) -> None:
        async with self._turn:
            began = monotonic()
            try:
                computed = await self._compute(scope)
                await self._database.writer.run(strengths.save, scope, computed, self._anchors)
            except Uncomputed:
                pass  # it was logged
            finally:
                self._ended[scope] = monotonic()
                self._took[scope] = self._ended[scope] - began

    async def _compute(self, scope: Scope) -> Computed:
        """Raises Uncomputed; the log has what the process said."""
        process = await asyncio.create_subprocess_exec(*PROGRAM, stdin=PIPE, stdout=PIPE, stderr=PIPE)
        try:
            commission = Commission(self._where, scope, self._anchors).text()
            out, err = await process.communicate(commission.encode())
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if process.returncode:
            log.error("the ratings of %s were not computed: %s", scope, err.decode(errors="replace"))
            raise Uncomputed
        return read_answer(out.decode())
