"""Many matches, each looked at from several seats at several moments: how often anything hidden could be changed."""

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from muggins.games.match import MatchRules
from tests.games.records import TABLES
from tests.hiding.world import ENDINGS, Evening, Point, compare, evening, phase_of, redealt

ENOUGH = 0.95  # of the points where something is hidden: there something hidden was changed
TRIES = 20  # other worlds for one point, where the first ones can rightly be told apart
LOOKS = 3  # at each match while it goes on; and one at an end of it

Place = tuple[str, int, str]  # game, seats, and the phase or how the match was ended


@dataclass
class Count:
    """What became of the points of one place."""

    points: int = 0  # where something is hidden
    changed: int = 0  # where something hidden was changed, and nobody could tell
    apart: int = 0  # re-deals that could rightly be told apart, and were replaced by others

    def __iadd__(self, other: "Count") -> "Count":
        self.points += other.points
        self.changed += other.changed
        self.apart += other.apart
        return self


Tally = defaultdict[Place, Count]


def rules_of(rng: random.Random, game: str, seats: int, manner: str) -> MatchRules:
    """To 61 or (seldom, since it takes twice as long) to 121; one game or two.

    One where a seat will be out: if it would have won a game, another wins it, and who wins a game is public.
    """
    target = {"target": 121 if rng.random() < 0.1 else 61} if game == "cribbage" else {}
    games = 2 if rng.random() < 0.1 and manner != "doomed" else 1
    return MatchRules(game, seats, options=target, games=games)


def manner_of(rng: random.Random, seats: int) -> str:
    manners, weights = ["clean", "messy", "late", "doomed"], [5, 2, 1, 1 if seats == 3 else 0]
    return rng.choices(manners, weights)[0]


def points(match: Evening, rng: random.Random) -> Iterator[Point]:
    """Where to look: at some moments of the match, and at an end of it where nobody erred before."""
    for _ in range(LOOKS):
        yield Point(viewer(match, rng), moment(match, rng), "")
    if match.clean:
        ending = rng.choice([*ENDINGS, "natural"])
        moves = len(match.recording.moves) if ending == "natural" else moment(match, rng)
        yield Point(viewer(match, rng), moves, ending)


def viewer(match: Evening, rng: random.Random) -> int | None:
    """A seat, or None for a spectator."""
    seats: list[int | None] = [None, *range(match.plan.rules.seats)]
    return rng.choice(seats)


def moment(match: Evening, rng: random.Random) -> int:
    """After a move that no other followed at the same moment."""
    moments = match.recording.moments
    places = [n for n in range(len(moments) - 1) if moments[n] < moments[n + 1]]
    return rng.choice(places if match.punctual else [n for n in places if not match.half_laid(n)])


def examine(match: Evening, point: Point, rng: random.Random, tally: Tally) -> None:
    """Change what is hidden at the point, and see that nobody is told anything else.  Raises Leak."""
    place = (match.plan.rules.game, match.plan.rules.seats, point.ending or phase_of(match.at(point.moves)))
    count = tally[place]
    if point.ending == "natural" and not match.hides(point):
        return
    count.points += 1
    for _ in range(TRIES):
        other = redealt(match, point, rng)
        if other is None:
            return
        if compare(match, point, other, rng):
            count.changed += 1
            return
        count.apart += 1


def survey(seed: int, tally: Tally) -> None:
    """One match of each game at each size of table."""
    for game, seats in TABLES:
        rng = random.Random(f"{seed}/{game}/{seats}")
        manner = manner_of(rng, seats)
        match = evening(rng, rules_of(rng, game, seats, manner), manner)
        for point in points(match, rng):
            examine(match, point, rng, tally)
