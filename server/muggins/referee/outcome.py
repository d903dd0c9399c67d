"""What the referee hands to a store: the start of a match, and how it ended.  No SQL, and nothing that runs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class Termination(StrEnum):
    """Why a match ended; who won is another question."""

    FINISHED = "finished"
    FORFEIT_TIMEOUT = "forfeit_timeout"
    FORFEIT_ILLEGAL = "forfeit_illegal"
    FORFEIT_MALFORMED = "forfeit_malformed"
    FORFEIT_DISCONNECT = "forfeit_disconnect"
    FORFEIT_PROTOCOL = "forfeit_protocol"
    NO_SHOW = "no_show"
    WITHDRAWN = "withdrawn"
    TIME_CAP = "time_cap"
    ABANDONED_MAX_ROUNDS = "abandoned_max_rounds"
    VOID_SERVER = "void_server"
    CANCELLED = "cancelled"

    @property
    def void(self) -> bool:
        """Whether such a match has no result: it counts for nothing and its pairing may be played again."""
        return self in (Termination.VOID_SERVER, Termination.CANCELLED)


class Verdict(StrEnum):
    """What a rated match does to the rating of a seat."""

    PLACED = "placed"  # scored by the places of the sides
    LOSS = "loss"  # struck out: a loss against each opponent
    KEPT = "kept"  # an innocent partner by rotation, or an opponent in such a match: nothing changes


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of a match in an event.  At most one counted result is ever stored for it."""

    tournament_id: int
    pairing: int
    game_index: int = 0


@dataclass(frozen=True, slots=True)
class SeatStart:
    """Who takes a seat: keys of the bot and, where it said one, of its version."""

    bot_id: int
    version_id: int | None = None


@dataclass(frozen=True, slots=True)
class NewMatch:
    """An attempt that is about to begin."""

    id: str
    game: str
    pool: str  # such as "cribbage/2"
    seats: tuple[SeatStart, ...]  # by seat
    options: Mapping[str, object]  # as JSON can write them
    rules_version: int
    commitment: bytes  # SHA-256("muggins/commit" || server_seed)
    server_seed: bytes = field(repr=False)  # 32 bytes, sealed until the match is over
    started_at: datetime
    rated: bool = True
    anonymous: bool = False
    slot: Slot | None = None  # None outside events


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """What one seat did wrong, and what the match does to its rating."""

    faults: Mapping[str, int] = field(default_factory=dict)  # how often, by kind: {"timeout": 2}
    struck_out: bool = False
    verdict: Verdict = Verdict.PLACED


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended."""

    match_id: str
    termination: Termination
    points: tuple[int, ...]  # game points, by side
    places: tuple[int, ...]  # by side; 0 is first, equal sides share a place
    scores: tuple[int, ...]  # by side, over all games
    seats: tuple[SeatOutcome, ...]  # by seat
    log: bytes  # the packed record
    ended_at: datetime
    rated: bool = True  # False where the event does not rate such an end; an unrated match stays unrated
