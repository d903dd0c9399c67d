"""What a bot asks for that wants to practise: unrated matches, at once."""

from typing import NamedTuple

from muggins.v1 import play_pb2


class Practice(NamedTuple):
    """So many matches of a game, against house bots of a kind, or where that is empty against whoever practises too."""

    game: str
    seats: int
    house: str = ""
    matches: int = 1

    def message(self, matches: int) -> play_pb2.Practice:
        """The wish for so many of the matches."""
        return play_pb2.Practice(game=self.game, seats=self.seats, house=self.house, matches=matches)


def practice_of(text: str, matches: int = 1) -> Practice:
    """``cribbage/2:greedy`` or ``cribbage/2``.  Raises ValueError."""
    pool, _, house = text.partition(":")
    game, _, seats = pool.partition("/")
    if not game or not seats.isdigit():
        raise ValueError(f"{text!r}; allowed: GAME/SEATS or GAME/SEATS:HOUSEBOT, such as cribbage/2:greedy")
    return Practice(game, int(seats), house, matches)
