"""What every decision of a seat was worth beside its best alternative."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Final

from muggins.games.base import Seat, Side, State, side_of
from muggins.games.cribbage_view import CribbageView
from muggins.referee.asked import Asked, asked
from muggins.referee.log import Line
from muggins.workshop.analysis import lay_away
from muggins.workshop.analysis.guessing import guessed
from muggins.workshop.situations import LAY_AWAY, phase
from muggins_bot import views
from muggins_bot.house import GreedyBot

WON: Final = 15  # points that a game is reckoned at
GREEDY: Final = GreedyBot()
TRIES: Final = 30  # guesses for each sample, of which some could not have been played so
FEWEST: Final = 8  # samples that a judgement needs
Z95: Final = 1.959964
SIMULATION: Final = (
    "play: hidden cards or tiles are dealt out anew, as what was seen allows, and the deal is played out by greedy; "
    f"the worth is the side's points less those of the best other side, a game won being {WON} points more"
)


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision: what it cost in points beside the best alternative, with the 95 % error where that was simulated."""

    turn: int
    game: int
    deal: int
    kind: str
    played: str
    best: str
    cost: float
    error: float
    samples: int  # 0 where all that is unseen was gone through


def judge(
    log: Sequence[Line], seat: Seat, samples: int, progress: Callable[[], None] = lambda: None
) -> Iterator[Judged]:
    """Every decision of the seat that had a choice, in order; one that cannot be guessed at is left out.

    The same log and number give the same judgement.
    """
    random, options = Random(str(log[0]["match_id"])), log[0]["options"]
    for turn in asked(log):
        played = _played(turn)
        if turn.seat == seat and played and len(turn.moves) > 1:
            if phase(turn) == LAY_AWAY:
                yield _laid_away(turn, played)
            elif worths := _simulated(turn, options, samples, random):
                yield _judged(turn, played, worths)
        progress()


def _played(turn: Asked) -> str:
    """What was moved, by the seat or for it; empty where the match ended first."""
    return turn.forced or (turn.ended or {}).get("move", "")


def _laid_away(turn: Asked, played: str) -> Judged:
    view: CribbageView = turn.view
    worths = lay_away.worths(view, turn.moves)
    best = max(turn.moves, key=worths.__getitem__)
    cost = worths[best] - worths[played]
    return Judged(turn.number, view.game, view.deal, LAY_AWAY, played, best, cost, 0.0, 0)


def _judged(turn: Asked, played: str, worths: Mapping[str, Sequence[float]]) -> Judged:
    best = max(turn.moves, key=lambda move: fmean(worths[move]))
    less = [better - own for better, own in zip(worths[best], worths[played], strict=True)]
    error = Z95 * stdev(less) / sqrt(len(less))
    view = turn.view
    deal = view.deal if isinstance(view, CribbageView) else view.round
    return Judged(turn.number, view.game, deal, phase(turn), played, best, fmean(less), error, len(less))


def _simulated(
    turn: Asked, options: Mapping[str, Any], samples: int, random: Random
) -> Mapping[str, Sequence[float]] | None:
    """For each move its worth in the same guesses; None where too few guesses are possible."""
    worths: dict[str, list[float]] = {move: [] for move in turn.moves}
    left = turn.view.cards_left if isinstance(turn.view, CribbageView) else turn.view.tiles_left
    side, found = side_of(turn.seat, len(left)), 0
    for _ in range(samples * TRIES):
        state = guessed(turn, options, random)
        if state is None or state.moves(turn.seat) != turn.moves:
            continue
        for move in turn.moves:
            worths[move].append(_played_out(state.copy(), turn.seat, side, move))
        found += 1
        if found == samples:
            break
    return worths if found >= FEWEST else None


def _played_out(state: State, seat: Seat, side: Side, move: str) -> float:
    """What the rest of the deal brings when that move is made now and greedy plays on for everybody."""
    deal, before = state.deal, list(state.scores)
    state.play(seat, move)
    while state.winner is None and state.deal == deal:
        following = state.to_act[0]
        moves = state.moves(following)
        state.play(following, moves[0] if len(moves) == 1 else GREEDY.choose(_seen(state.view(following)), moves))
    gained = [now - then for now, then in zip(state.scores, before, strict=True)]
    for each in range(len(gained)):
        gained[each] += WON if state.winner == each else 0
    return float(gained[side] - max(points for each, points in enumerate(gained) if each != side))


def _seen(view: Any) -> views.CribbageView | views.FivesView:
    """The view as house bots take it: the fields are the same."""
    return (views.CribbageView if isinstance(view, CribbageView) else views.FivesView)(*view)
