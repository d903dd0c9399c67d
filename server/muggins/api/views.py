"""A seat's view as the field of a turn that carries it."""

from collections.abc import Callable
from typing import Any

from muggins.api.encoding import Number, Text, delimited, packed, tag, zigzag
from muggins.games.cribbage_view import CribbageView
from muggins.games.fives_view import FivesView
from muggins.v1 import cribbage_pb2, play_pb2

CRIBBAGE, FIVES, EXTENSION = tag(5), tag(6), tag(7)  # of Turn

PHASES = {
    "lay-away": cribbage_pb2.CRIBBAGE_PHASE_LAY_AWAY,
    "play": cribbage_pb2.CRIBBAGE_PHASE_PLAY,
    "over": cribbage_pb2.CRIBBAGE_PHASE_OVER,
}
_C_GAME, _C_DEAL, _C_PHASE, _C_DEALER, _C_COUNT, _C_TARGET = (Number(field) for field in (1, 2, 3, 4, 8, 13))
_C_HAND, _C_LAID_AWAY, _C_STARTER, _C_PILE, _C_HISTORY, _C_VALUE = (Text(field) for field in (5, 6, 7, 9, 10, 14))
_C_CARDS_LEFT, _C_SCORES = tag(11), tag(12)


def cribbage(view: CribbageView) -> bytes:
    """The body of a CribbageView."""
    return b"".join(
        [
            _C_GAME(view.game),
            _C_DEAL(view.deal),
            _C_PHASE(PHASES[view.phase]),
            _C_DEALER(view.dealer),
            *[_C_HAND[card] for card in view.hand],
            *[_C_LAID_AWAY[card] for card in view.laid_away],
            _C_STARTER[view.starter] if view.starter else b"",
            _C_COUNT(view.count),
            *[_C_PILE[card] for card in view.pile],
            *[_C_HISTORY[entry] for entry in view.history],
            packed(_C_CARDS_LEFT, view.cards_left),
            packed(_C_SCORES, view.scores),
            _C_TARGET(view.target),
            _C_VALUE[view.value],
        ]
    )


_F_GAME, _F_ROUND, _F_OPENER, _F_LEFT, _F_RIGHT, _F_SUM, _F_TARGET = (Number(f) for f in (1, 2, 3, 6, 7, 8, 12))
_F_HAND, _F_LINE, _F_HISTORY = (Text(field) for field in (4, 5, 9))
_F_TILES_LEFT, _F_SCORES = tag(10), tag(11)


def fives(view: FivesView) -> bytes:
    """The body of a FivesView."""
    return b"".join(
        [
            _F_GAME(view.game),
            _F_ROUND(view.round),
            _F_OPENER(view.opener),
            *[_F_HAND[tile] for tile in view.hand],
            *[_F_LINE[tile] for tile in view.line],
            _F_LEFT(zigzag(view.left)),
            _F_RIGHT(zigzag(view.right)),
            _F_SUM(view.sum),
            *[_F_HISTORY[entry] for entry in view.history],
            packed(_F_TILES_LEFT, view.tiles_left),
            packed(_F_SCORES, view.scores),
            _F_TARGET(view.target),
        ]
    )


_VIEWS: dict[type, tuple[bytes, Callable[[Any], bytes]]] = {
    CribbageView: (CRIBBAGE, cribbage),
    FivesView: (FIVES, fives),
}


def view_bytes(view: Any) -> bytes:
    """The view as a field of Turn.  That of a game outside the tree has ``game_name``, and ``bytes`` encodes it."""
    known = _VIEWS.get(type(view))
    if known is not None:
        return delimited(known[0], known[1](view))
    return delimited(EXTENSION, play_pb2.ExtensionView(game=view.game_name, view=bytes(view)).SerializeToString())
