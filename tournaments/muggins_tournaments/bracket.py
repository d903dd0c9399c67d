"""The shape of one round of a knockout, for any number of players: who meets whom, who goes straight on."""

from muggins_tournaments.roundrobin import Seating


def survivors(players: int, width: int) -> int:
    """How many are left after the next round: the largest power of the table's width that is below the number."""
    left = 1
    while left * width < players:
        left *= width
    return left


def tables(players: int, width: int) -> list[Seating]:
    """The tables of the next round, by place in the list of players, whose order is their seeding.

    Each table sends all but one home, who takes the place of the best at that table; so the best meet last.  Those
    with no table are the best, and go straight on.
    """
    left = survivors(players, width)
    played = (players - left) // (width - 1)
    return [_table(played, left, row, width) for row in reversed(range(played))]


def _table(played: int, left: int, row: int, width: int) -> Seating:
    """The table of the row-th from the end of those who stay; it gets the weak of one part, the strong of the next."""
    others = (left + part * played + (played - 1 - row if part % 2 else row) for part in range(width - 1))
    return (left - 1 - row, *others)
