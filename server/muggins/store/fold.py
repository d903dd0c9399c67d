"""How one rated result moves standings.  Pure, so that live ratings and a rebuild are the same sums.

The sums themselves are :mod:`muggins.ratings.elo`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from muggins.ratings import elo
from muggins.referee.outcome import Verdict


@dataclass(frozen=True, slots=True)
class RatedSeat:
    """What a rated result says of one seat."""

    bot_id: int
    side: int
    place: int  # of the side; 0 is first, equal sides share a place
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a bot stands in a pool.  Won is first alone, drawn is first with others, lost is the rest."""

    rating: float = elo.START
    matches: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Change:
    """What one result did to one rating."""

    bot_id: int
    before: float
    after: float
    k: float


def rate(
    before: Mapping[int, Standing], seats: Sequence[RatedSeat]
) -> tuple[dict[int, Standing], tuple[Change | None, ...]]:
    """The new standings of the bots whose ratings the result moves, and the changes by seat.

    ``before`` is by bot; a bot that is not in it starts here.
    """
    tables = [[s for s in seats if s.side == side] for side in sorted({s.side for s in seats})]
    sides = [[_rating(before, s) for s in table] for table in tables]
    places = [table[0].place for table in tables]
    guilty = {(i, j) for i, table in enumerate(tables) for j, s in enumerate(table) if s.verdict == Verdict.LOSS}
    played, forfeited = elo.changes(sides, places), elo.forfeit_changes(sides, guilty)
    after: dict[int, Standing] = {}
    changes: dict[int, Change] = {}
    for i, table in enumerate(tables):
        for j, seat in enumerate(table):
            if seat.verdict == Verdict.KEPT:
                continue
            old, moved = sides[i][j], forfeited[i][j] if (i, j) in guilty else played[i][j]
            new = old.after(moved)
            changes[seat.bot_id] = Change(seat.bot_id, old.value, new.value, old.k)
            standing = before.get(seat.bot_id, Standing())
            after[seat.bot_id] = _counted(replace(standing, rating=new.value, matches=new.matches), seat, places)
    return after, tuple(changes.get(seat.bot_id) for seat in seats)


def _rating(before: Mapping[int, Standing], seat: RatedSeat) -> elo.Rating:
    standing = before.get(seat.bot_id, Standing())
    return elo.Rating(standing.rating, standing.matches)


def _counted(standing: Standing, seat: RatedSeat, places: Sequence[int]) -> Standing:
    if seat.verdict == Verdict.LOSS or seat.place > 0:
        return replace(standing, lost=standing.lost + 1)
    if places.count(0) > 1:
        return replace(standing, drawn=standing.drawn + 1)
    return replace(standing, won=standing.won + 1)
