"""What kinds of turn there are: the common ones and the rare ones that a bot meets late."""

from collections.abc import Iterator
from typing import Final

from muggins.games.cribbage_view import CribbageView
from muggins.games.fives_view import FivesView
from muggins.referee.asked import Asked

LAY_AWAY, PLAY, FORCED = "lay-away", "play", "one legal move"
GO, GOES, THIRTY_ONE = "a go", "several goes", "after a 31"
OPENING, PLACE, BOTH_ENDS, KNOCK = "opening", "placing", "a tile for both ends", "a knock"
VOID, PARTNER_OUT = "points void at 61", "partner out of tiles"

CRIBBAGE: Final = (LAY_AWAY, PLAY, FORCED, GO, THIRTY_ONE)
FIVES: Final = (OPENING, PLACE, FORCED, BOTH_ENDS, KNOCK, VOID)


def expected(game: str, seats: int) -> frozenset[str]:
    """The situations that matches of a pool bring sooner or later; none are known of a game outside the tree."""
    if game == "cribbage":
        return frozenset(CRIBBAGE if seats == 2 else (*CRIBBAGE, GOES))  # two seats seldom say go twice in a deal
    if game == "fives-and-threes":
        return frozenset((*FIVES, PARTNER_OUT) if seats == 4 else FIVES)
    return frozenset()


def phase(turn: Asked) -> str:
    """What the turn asks for, in a word."""
    view = turn.view
    if isinstance(view, CribbageView):
        return LAY_AWAY if view.phase == "lay-away" else PLAY
    if isinstance(view, FivesView):
        return PLACE if view.line else OPENING
    return "turn"


def situations(turn: Asked) -> set[str]:
    """Everything that the turn is an example of."""
    found = {phase(turn)}
    if len(turn.moves) == 1:
        found.add(FORCED)
    if isinstance(turn.view, CribbageView):
        found.update(_cribbage(turn.view, turn))
    elif isinstance(turn.view, FivesView):
        found.update(_fives(turn.view, turn))
    return found


def _cribbage(view: CribbageView, turn: Asked) -> Iterator[str]:
    told = [happening.event.kind for happening in turn.events].count("go")
    seen = [entry.endswith(":go") for entry in view.history].count(True)
    if told or seen:
        yield GO
    if max(told, seen) > 1:
        yield GOES
    if any(happening.event.why == "31" for happening in turn.events):
        yield THIRTY_ONE


def _fives(view: FivesView, turn: Asked) -> Iterator[str]:
    if len({move.partition(":")[0] for move in turn.moves}) < len(turn.moves):
        yield BOTH_ENDS
    if any(entry.endswith(":knock") for entry in view.history):
        yield KNOCK
    if any(happening.event.why == "void" for happening in turn.events):
        yield VOID
    if len(view.tiles_left) == 4 and not view.tiles_left[turn.seat ^ 2]:
        yield PARTNER_OUT
