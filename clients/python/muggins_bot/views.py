"""What a seat may know, as frozen types with the same fields as the messages of the protocol."""

from typing import Final, NamedTuple

from muggins.v1 import cribbage_pb2, fives_pb2, play_pb2


class CribbageView(NamedTuple):
    """A hand of cribbage as one seat sees it."""

    seat: int
    game: int  # the number of the game in the match, from 1
    deal: int  # the number of the deal in the game, from 1
    phase: str  # "lay-away", "play" or "over"
    dealer: int
    hand: tuple[str, ...]  # your cards that are left
    laid_away: tuple[str, ...]  # what you gave to the crib
    starter: str  # "" before it is turned
    count: int  # type: ignore[assignment]  # the name of the game's count; nobody counts the fields of a view
    pile: tuple[str, ...]  # the cards that made the count
    history: tuple[str, ...]  # the play of this deal: "1:5H" a card, "0:go" a go, "-" where a count ended
    cards_left: tuple[int, ...]  # by seat
    scores: tuple[int, ...]  # by side
    target: int
    value: str  # what a game is worth: "none", "lurch" or "skunk"


class FivesView(NamedTuple):
    """A round of fives and threes as one seat sees it."""

    seat: int
    game: int  # the number of the game in the match, from 1
    round: int  # the number of the round in the game, from 1
    opener: int
    hand: tuple[str, ...]  # your tiles, "6-4"
    line: tuple[str, ...]  # the tiles from left to right, each turned as it lies: "3-6" "6-6" "6-1"
    left: int  # the open values, -1 before the first tile
    right: int
    sum: int  # what the ends add up to
    history: tuple[str, ...]  # this round: "0:6-6" the opening, "1:6-5:R" a tile and its end, "0:knock"
    tiles_left: tuple[int, ...]  # by seat
    scores: tuple[int, ...]  # by side
    target: int


class ExtensionView(NamedTuple):
    """The view of a game that the kit has no type for."""

    seat: int
    game: str
    view: bytes


View = CribbageView | FivesView | ExtensionView

_PHASES: Final = {
    cribbage_pb2.CRIBBAGE_PHASE_LAY_AWAY: "lay-away",
    cribbage_pb2.CRIBBAGE_PHASE_PLAY: "play",
    cribbage_pb2.CRIBBAGE_PHASE_OVER: "over",
}


def view_of(turn: play_pb2.Turn) -> View:
    """The view that the message holds.  Raises ValueError when it holds none that this kit knows."""
    kind = turn.WhichOneof("view")
    if kind == "cribbage":
        return _cribbage(turn.seat, turn.cribbage)
    if kind == "fives":
        return _fives(turn.seat, turn.fives)
    if kind == "extension":
        return ExtensionView(turn.seat, turn.extension.game, turn.extension.view)
    raise ValueError("the turn holds no view that this version of the kit knows")


def _cribbage(seat: int, view: cribbage_pb2.CribbageView) -> CribbageView:
    return CribbageView(
        seat,
        view.game,
        view.deal,
        _PHASES.get(view.phase, ""),
        view.dealer,
        tuple(view.hand),
        tuple(view.laid_away),
        view.starter,
        view.count,
        tuple(view.pile),
        tuple(view.history),
        tuple(view.cards_left),
        tuple(view.scores),
        view.target,
        view.value,
    )


def _fives(seat: int, view: fives_pb2.FivesView) -> FivesView:
    return FivesView(
        seat,
        view.game,
        view.round,
        view.opener,
        tuple(view.hand),
        tuple(view.line),
        view.left,
        view.right,
        view.sum,
        tuple(view.history),
        tuple(view.tiles_left),
        tuple(view.scores),
        view.target,
    )
