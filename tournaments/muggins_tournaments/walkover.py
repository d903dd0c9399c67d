"""What becomes of a match that a withdrawal keeps from being played."""

from muggins_tournaments.definition import EventDefinition
from muggins_tournaments.result import Result, Slot


def walkover(definition: EventDefinition, slot: Slot) -> Result | None:
    """How the match counts if it can never be played; None where everybody is still there.

    Who left loses to the others, each game at value 1.  Partners by rotation would lose with them, so at such a table
    the match is cancelled, and leaves no trace.
    """
    if not definition.gone:
        return None
    left = [definition.unit_of(bot) in definition.gone for bot in slot.seats]
    if not any(left):
        return None
    games = definition.match.first_to or definition.match.games
    by_side = left[:2] if definition.seats == 4 else left
    return Result(
        key=slot.key,
        seats=slot.seats,
        places=tuple(1 + out for out in by_side),
        points=tuple(0 if out else games for out in by_side),
        scores=(0,) * len(by_side),
        termination="cancelled" if definition.seats == definition.width == 4 else "withdrawn",
    )
