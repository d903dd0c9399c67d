"""A director under a false clock, with a ledger that a test can break, and bots that play by themselves."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count

from muggins.director.director import Director
from muggins.director.ports import StoredEvent
from muggins.director.rules import read_event
from muggins.director.running import RunningEvent
from muggins.referee.live import MatchSpec
from muggins.referee.outcome import Outcome, Slot
from muggins_tournaments import Result
from tests.referee.clock import FakeClock
from tests.referee.scripted import ScriptedBot
from tests.referee.table import Table

ENTRANTS = ("ann", "bob", "cyd")


class FakeLedger:
    """Remembers what it was told; ``broken`` names the calls that fail."""

    def __init__(self) -> None:
        self.begun: dict[str, tuple[MatchSpec, Slot | None, tuple[str, ...]]] = {}
        self.outcomes: dict[str, Outcome] = {}
        self.counted: set[Slot | None] = set()
        self.finished: list[str] = []
        self.broken: set[str] = set()
        self.hold = asyncio.Event()
        self.hold.set()

    async def begin(self, spec: MatchSpec, slot: Slot | None, versions: Sequence[str]) -> bool:
        self.begun[spec.id] = spec, slot, tuple(versions)
        await self.hold.wait()
        self._break("begin")
        return slot not in self.counted

    async def record(self, outcome: Outcome) -> Mapping[str, tuple[float, float]]:
        await self.hold.wait()
        self._break("record")
        self.outcomes[outcome.match_id] = outcome
        spec, slot, _ = self.begun[outcome.match_id]
        if outcome.termination.void:
            return {}
        assert slot not in self.counted, "a pairing was counted twice"
        if slot is not None:
            self.counted.add(slot)
        return dict.fromkeys(spec.bots, (1500.0, 1516.0))

    async def finish(self, event: str) -> None:
        self._break("finish")
        self.finished.append(event)

    def _break(self, call: str) -> None:
        if call in self.broken:
            raise OSError(f"{call}: the disk has gone, and the hand was 5H JD")


class FakeHouse:
    def __init__(self) -> None:
        self.started: list[tuple[str, str]] = []

    async def start(self, name: str, kind: str) -> None:
        self.started.append((name, kind))


class Evening:
    """Everything that an event needs."""

    def __init__(self) -> None:
        numbers = count()
        self.clock = FakeClock()
        self.ledger = FakeLedger()
        self.house = FakeHouse()
        self.director = Director(self.clock, self.ledger, self.house, lambda: f"m{next(numbers)}")
        self.table = Table(self.clock, self.director.referee)

    def bots(self, *names: str) -> list[ScriptedBot]:
        return [ScriptedBot(self.table, name) for name in names]

    async def start(self, text: str, results: Iterable[Result] = ()) -> RunningEvent:
        definition = read_event(text, "event.toml")
        return await self.director.start(StoredEvent(1, definition.name, definition, tuple(results)))

    async def settle(self) -> None:
        """Let everything happen that needs no time."""
        for _ in range(20):
            await asyncio.sleep(0)

    async def go_on(self, until: Callable[[], object], limit: float = 600.0) -> None:
        """Let time pass until that is so."""
        end = self.clock.now() + limit
        await self.settle()
        while not until():
            assert self.clock.step(end), "nothing more happens"
            await self.settle()

    async def pass_time(self, seconds: float) -> None:
        end = self.clock.now() + seconds
        await self.settle()
        while self.clock.step(end):
            await self.settle()
        self.clock.advance(end - self.clock.now())
        await self.settle()

    def played(self) -> Counter[tuple[str, ...]]:
        """How often each seating was begun."""
        return Counter(spec.bots for spec, _, _ in self.ledger.begun.values())


def event(name: str = "cup", entrants: Sequence[str] = ENTRANTS, more: str = "", **keys: object) -> str:
    """An event of dominoes for two, as its file would say it."""
    lines = [f'name = "{name}"', 'game = "fives-and-threes"', "seats = 2", f"entrants = {list(entrants)}"]
    lines += [f"{key} = {str(value).lower()}" for key, value in keys.items()]
    return "\n".join(lines).replace("'", '"') + "\n" + more
