"""Our Swiss beside that of a library of chess pairings, on events that both can pair.

The library (pairing-core, the Dutch system) knows two seats only, and gives up on 64 players ("too complex"),
which is why ours does not stand on it.  The two need not agree on each pair: it looks at colours as well.  What is
compared is what a Swiss is for: nobody meets anybody twice, and those who meet have equal points, or nearly.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from random import Random

from pairing_core import DUTCH_TILL2026_COMPAT, CanonicalPlayer, CanonicalRequest, pair_canonical

from muggins_tournaments.swissround import Position, paired

Pairs = list[tuple[int, int]]
SIZES = ((8, 3), (16, 4), (17, 5), (24, 5))  # players and rounds
DRAWS = (0.0, 0.2)
SEEDS = range(8)


class Played:
    """A Swiss so far; players are numbers, the strongest first."""

    def __init__(self, players: int, seed: int, draws: float) -> None:
        self.players = players
        self.points = [0.0] * players
        self.pairs: list[Pairs] = []
        self.byes: list[int] = []
        self.gaps: list[float] = []  # of those who met, in points
        self._seed, self._draws = seed, draws

    def play(self, pairs: Pairs) -> None:
        """One round; the result of a pair does not depend on who paired it."""
        self.gaps += [abs(self.points[a] - self.points[b]) for a, b in pairs]
        for a, b in pairs:
            luck = Random(f"{self._seed} {len(self.pairs)} {min(a, b)} {max(a, b)}")
            share = 0.5 if luck.random() < self._draws else float(luck.random() < 1 / (1 + 10 ** ((a - b) / 20)))
            self.points[a] += share
            self.points[b] += 1 - share
        idle = set(range(self.players)) - {player for pair in pairs for player in pair}
        for player in idle:
            self.points[player] += 1
            self.byes.append(player)
        self.pairs.append(pairs)

    def most_meetings(self) -> int:
        return max(Counter(frozenset(pair) for pairs in self.pairs for pair in pairs).values())


def ours(played: Played) -> Pairs:
    tables = tuple(pair for pairs in played.pairs for pair in pairs)
    everybody = tuple(range(played.players))
    found, _ = paired(Position(2, everybody, tuple(played.points), tables, tuple(played.byes)))
    return [(a, b) for a, b in found]


def theirs(played: Played) -> Pairs:
    players = (
        CanonicalPlayer(
            id=player + 1,
            pairing_no=player + 1,
            rating=2500 - player,
            points=played.points[player],
            color_hist="".join(_colours(played, player)),
            opponents=tuple(_opponents(played.pairs, player)),
            received_bye=player in played.byes,
        )
        for player in range(played.players)
    )
    request = CanonicalRequest(tuple(players), DUTCH_TILL2026_COMPAT, len(played.pairs) + 1)
    boards = pair_canonical(request).pairings
    return [(board.white_id - 1, board.black_id - 1) for board in boards if not board.is_bye]


def _colours(played: Played, player: int) -> Iterator[str]:
    for pairs in played.pairs:
        seats = [pair.index(player) for pair in pairs if player in pair]
        yield "wb"[seats[0]] if seats else "-"


def _opponents(rounds: Iterable[Pairs], player: int) -> Iterator[int]:
    return (sum(pair) - player + 1 for pairs in rounds for pair in pairs if player in pair)


def unfairness(pair: Callable[[Played], Pairs]) -> float:
    """Squared gaps of all events together; each must keep the two promises of a Swiss."""
    events = [(Played(players, seed, draws), rounds) for (players, rounds), draws, seed in product(SIZES, DRAWS, SEEDS)]
    for played, rounds in events:
        for _ in range(rounds):
            played.play(pair(played))
        assert played.most_meetings() == 1
        assert max(Counter(played.byes).values(), default=1) == 1
    return sum(gap * gap for played, _ in events for gap in played.gaps)


def test_ours_is_as_fair_as_the_library() -> None:
    assert unfairness(ours) <= 1.05 * unfairness(theirs)
