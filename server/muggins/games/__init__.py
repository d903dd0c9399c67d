"""The registry of games."""

from muggins.games.base import Game

GAMES: dict[str, Game] = {}


def get(name: str) -> Game:
    """The game of that name.  Raises KeyError with a text that says which there are."""
    try:
        return GAMES[name]
    except KeyError:
        raise KeyError(f"no game {name!r}; there are: {', '.join(sorted(GAMES))}") from None
