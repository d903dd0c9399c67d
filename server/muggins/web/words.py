"""Words and numbers as pages say them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from markupsafe import Markup

from muggins.store.matches import MatchSeat, StoredMatch

GAMES: Final = {"cribbage": "Cribbage", "fives-and-threes": "Fives and Threes"}
TERMINATIONS: Final = {
    "finished": "played to its end",
    "forfeit_timeout": "forfeit: out of time",
    "forfeit_illegal": "forfeit: illegal moves",
    "forfeit_malformed": "forfeit: answers that were no moves",
    "forfeit_disconnect": "forfeit: disconnected",
    "forfeit_protocol": "forfeit: broke the protocol",
    "no_show": "forfeit: did not come",
    "withdrawn": "withdrawn",
    "time_cap": "stopped: out of its time",
    "abandoned_max_rounds": "abandoned: too many rounds",
    "void_server": "void: the server's fault, nobody pays",
    "cancelled": "cancelled",
}


def game(name: str) -> str:
    return GAMES.get(name, name)


def pool(name: str) -> str:
    """A pool such as "cribbage/2"."""
    of, _, seats = name.rpartition("/")
    return f"{game(of)}, {seats} seats"


def termination(word: str | None) -> str:
    return TERMINATIONS.get(word, word.replace("_", " ")) if word else "being played"


def share(part: float) -> str:
    return f"{part:.1%}"


def signed(number: float) -> str:
    """With the true minus sign, which is as wide as the plus."""
    return f"{number:+.0f}".replace("-", "\N{MINUS SIGN}") if round(number) else "±0"


def moment(at: datetime | None) -> Markup:
    """A time in UTC, which a script shows in the viewer's own zone."""
    if at is None:
        return Markup("&ndash;")
    return Markup('<time datetime="{}">{} UTC</time>').format(
        at.strftime("%Y-%m-%dT%H:%M:%SZ"), at.strftime("%Y-%m-%d %H:%M")
    )


@dataclass(frozen=True, slots=True)
class Side:
    """Who is on one side of a match, and how it came out; None before there is a result."""

    bots: Sequence[MatchSeat]
    place: int | None
    points: int | None
    score: int | None


def sides_of(match: StoredMatch) -> list[Side]:
    """The sides in their order."""
    numbers = sorted({seat.side for seat in match.seats})
    return [_side([seat for seat in match.seats if seat.side == number]) for number in numbers]


def _side(seats: Sequence[MatchSeat]) -> Side:
    return Side(seats, seats[0].place, seats[0].points, seats[0].score)
