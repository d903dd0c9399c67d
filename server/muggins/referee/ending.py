"""What the end of a match amounts to: shared by the referee, which decides it, and by whoever checks it later."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from muggins.games.base import side_of, sides
from muggins.games.match import Match
from muggins.referee.outcome import Termination, Verdict

# What such a match is worth is in the event (by default a draw), and it is not rated.
UNDECIDED: Final = (Termination.TIME_CAP, Termination.ABANDONED_MAX_ROUNDS)
FORFEITS: Final[Mapping[str, Termination]] = {  # by the fault that put a seat out
    "timeout": Termination.FORFEIT_TIMEOUT,
    "illegal": Termination.FORFEIT_ILLEGAL,
    "malformed": Termination.FORFEIT_MALFORMED,
    "disconnected": Termination.FORFEIT_DISCONNECT,
    "protocol": Termination.FORFEIT_PROTOCOL,
    "no_show": Termination.NO_SHOW,
}


class Result(NamedTuple):
    """Each by side."""

    points: tuple[int, ...]  # game points
    places: tuple[int, ...]  # 0 is first, equal sides share a place
    scores: tuple[int, ...]  # over all games


def result_of(match: Match | None, seats: int, termination: Termination) -> Result:
    """The result of a match that ended so; None for one that was never dealt.  A void match has none: zeros.

    One that ran out of time or rounds is placed as it stood; its event says what that is worth.
    """
    none = (0,) * sides(seats)
    if match is None or termination.void:
        return Result(none, none, none)
    return Result(*match.result()[:3])


def termination_of(match: Match | None, put_out_by: Sequence[str]) -> Termination:
    """Why a match that came to its end by the rules ended; None for one that was never dealt.

    ``put_out_by`` has the last fault of each seat that is out, in the order in which they went: the first one counts.
    """
    if put_out_by:
        return FORFEITS[put_out_by[0]]
    return Termination.ABANDONED_MAX_ROUNDS if match and match.abandoned else Termination.FINISHED


def verdicts(seats: int, out: Collection[int], *, rotating_partners: bool) -> tuple[Verdict, ...]:
    """By seat.  The offender loses to each opponent; those who could do nothing about it keep their ratings."""
    struck = {side_of(seat, seats) for seat in out}

    def verdict(seat: int) -> Verdict:
        if not struck:
            return Verdict.PLACED
        chosen_partner = side_of(seat, seats) in struck and not rotating_partners
        return Verdict.LOSS if seat in out or chosen_partner else Verdict.KEPT

    return tuple(verdict(seat) for seat in range(seats))


def is_rated(termination: Termination, *, wanted: bool, dealt: bool) -> bool:
    """Whether such an end of a match that was to be rated moves ratings."""
    return wanted and dealt and not termination.void and termination not in UNDECIDED
