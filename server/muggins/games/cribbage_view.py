"""What a seat at a cribbage table may know, and how a terminal shows it."""

from typing import NamedTuple

from muggins.games.base import Seat


class CribbageView(NamedTuple):
    """One seat's knowledge, or with seat None a spectator's.  Hands are in the order of the pack."""

    seat: Seat | None
    game: int  # number in the match, from 1
    deal: int  # number in the game, from 1
    phase: str  # "lay-away", "play", or "over" after the end
    dealer: Seat
    hand: tuple[str, ...]  # the seat's own cards that are still to be played; empty for a spectator
    laid_away: tuple[str, ...]  # what the seat itself laid into the crib
    starter: str  # "" before it is turned
    count: int  # type: ignore[assignment]  # the word of the game; nobody asks a view for tuple.count
    pile: tuple[str, ...]  # the cards of this count, in the order of play
    history: tuple[str, ...]  # of this deal: "1:5H" a card, "0:go", "-" where a count ended
    cards_left: tuple[int, ...]  # by seat; a lay-away shows only when all have laid away
    scores: tuple[int, ...]  # by side
    target: int
    value: str  # what a game is worth: "none", "lurch" or "skunk"


def render(view: CribbageView) -> str:
    """The view as a few lines of text."""
    lines = [
        f"Cribbage to {view.target}   game {view.game}   deal {view.deal}   {view.phase}   seat {view.dealer} deals",
        "Score   " + "   ".join(f"side {side}: {score}" for side, score in enumerate(view.scores)),
        "Cards   " + "   ".join(f"seat {seat}: {left}" for seat, left in enumerate(view.cards_left)),
    ]
    if view.starter:
        lines.append(f"Starter {view.starter}")
    if view.history:
        lines.append("Play    " + " ".join(view.history))
    if view.phase == "play":
        lines.append(f"Count   {view.count}: {' '.join(view.pile) or '-'}")
    if view.seat is not None:
        lines.append(f"Seat {view.seat}  {' '.join(view.hand) or '-'}   laid away: {' '.join(view.laid_away) or '-'}")
    return "\n".join(lines)
