"""The registry of games."""

from muggins.games.base import Game
from muggins.games.cribbage import CRIBBAGE
from muggins.games.fives import FIVES

GAMES: dict[str, Game] = {game.name: game for game in (CRIBBAGE, FIVES)}


def get(name: str) -> Game:
    """The game of that name.  Raises KeyError with a text that says which there are."""
    try:
        return GAMES[name]
    except KeyError:
        raise KeyError(f"no game {name!r}; there are: {', '.join(sorted(GAMES))}") from None
