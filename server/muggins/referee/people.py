"""The bots as the referee sees them: a competitor, what it can do, and the channel that leads to it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from muggins.referee.live import LiveMatch
    from muggins.referee.seats import Turn


@dataclass(frozen=True, slots=True)
class Ability:
    """What a session said it can do (Hello)."""

    version: str = ""
    games: frozenset[str] = frozenset()  # empty means all
    seats: frozenset[int] = frozenset()  # empty means all
    max_matches: int = 1
    share: bool = False
    ready: bool = False  # it answers a start with Ready
    entropy: bool = False  # it commits to entropy and reveals it
    ping: bool = False

    def plays(self, game: str, seats: int) -> bool:
        return (not self.games or game in self.games) and (not self.seats or seats in self.seats)


class Channel(Protocol):
    """The way to a bot: one session.  Nothing here waits; what is said is sent soon, in order.

    ``hand`` takes a turn; the channel calls ``turn.handed(now)`` when it gives it to the transport.
    """

    ability: Ability

    def start(self, match: "LiveMatch", seat: int) -> None: ...
    def commitments(self, match: "LiveMatch", commitments: Sequence[bytes]) -> None: ...
    def notice(self, kind: str, text: str, match_id: str = "", turn_id: int = 0) -> None: ...
    def hand(self, turn: "Turn") -> None: ...
    def withdraw(self, turn: "Turn") -> None:
        """The turn is no longer wanted: drop it if it was not sent yet."""
        ...

    def end(self, match: "LiveMatch", seat: int) -> None: ...
    def superseded(self) -> None:
        """A newer session has taken over: say so and close."""
        ...

    def close(self) -> None:
        """Send what is there, then end the session."""
        ...
