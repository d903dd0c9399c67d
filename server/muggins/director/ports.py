"""What the director needs from the rest of the house.  The store and the app implement these."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from muggins.referee.live import MatchSpec
from muggins.referee.outcome import Outcome, Slot
from muggins_tournaments import EventDefinition, Result


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """A running event as the store knows it."""

    id: int
    name: str
    definition: EventDefinition  # with who came late, and who left
    results: Sequence[Result]


class Ledger(Protocol):
    """Where attempts and results are written down.  Each call returns after its commit."""

    async def begin(self, spec: MatchSpec, slot: Slot | None, versions: Sequence[str]) -> bool:
        """Write down an attempt and its sealed seed.  False where the slot has a result that counts.

        A match without a slot belongs to no event.
        """
        ...

    async def record(self, outcome: Outcome) -> Mapping[str, tuple[float, float]]:
        """Store how a match ended.  Returns the ratings before and after, by bot, of those that it changed."""
        ...

    async def finish(self, event: str) -> None:
        """The event has all its results."""
        ...


class House(Protocol):
    """Starts the bots that come with us."""

    async def start(self, name: str, kind: str) -> None:
        """Have a house bot of that kind dial in under that name, unless it does already."""
        ...
