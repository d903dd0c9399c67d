"""The neutral draw for who opens or deals first (RULES F2.2, C2.1)."""

from collections.abc import Sequence

from muggins.games.base import Deals, Event, Seat


def draw_lead(
    deals: Deals, game: int, seats: int, pieces: Sequence[str], strength: Sequence[int]
) -> tuple[Seat, list[Event]]:
    """The seat that drew the strongest piece, and a ``draw`` event for each piece drawn.

    ``pieces`` are the texts of the whole set, ``strength`` says what each is worth here.  Those who tie for the
    strongest draw again, and nobody else.
    """
    events: list[Event] = []
    contenders = list(range(seats))
    number = 0
    while len(contenders) > 1:
        number += 1
        drawn = deals.draw(game, number, len(pieces), len(contenders))
        for seat, piece in zip(contenders, drawn, strict=True):
            events.append(Event("draw", seat, (pieces[piece],), total=number))
        best = max(strength[piece] for piece in drawn)
        contenders = [seat for seat, piece in zip(contenders, drawn, strict=True) if strength[piece] == best]
    return contenders[0], events
