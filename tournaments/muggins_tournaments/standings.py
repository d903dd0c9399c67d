"""Standings and crosstable: what the results of an event amount to, whatever order they came in."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import permutations, product

from muggins_tournaments.event import EventDefinition, Points
from muggins_tournaments.result import UNFINISHED, Result


@dataclass(slots=True)
class Tally:
    """How often somebody was placed before, level with and behind somebody else."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def add(self, mine: int, theirs: int) -> None:
        """Count one meeting by its two places."""
        self.won += mine < theirs
        self.drawn += mine == theirs
        self.lost += mine > theirs

    @property
    def total(self) -> int:
        return self.won + self.drawn + self.lost

    def points(self, worth: Points) -> float:
        return self.won * worth.win + self.drawn * worth.draw + self.lost * worth.loss

    def __str__(self) -> str:
        return f"{self.won}/{self.drawn}/{self.lost}"


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant's line of the standings.

    A match is won by whoever is first alone, drawn by those who share the first place, else lost.  Of three sides
    everybody gets the mean of what the placing against each opponent is worth, and "against" is the opponents' mean.
    """

    rank: int  # from 1; the same for entrants who are level in everything
    entrant: str
    played: int
    won: int
    drawn: int
    lost: int
    points: float
    game_points_for: int
    game_points_against: float
    score_for: int
    score_against: float
    faults: int

    def merit(self) -> tuple[float, float, float, float]:
        """What ranks the rows, the larger the better."""
        game_points = self.game_points_for - self.game_points_against
        return self.points, self.won, game_points, self.score_for - self.score_against


@dataclass(slots=True)
class _Book:
    """What is added up for one entrant, in whole numbers, so that the order of the results cannot matter."""

    matches: Tally = field(default_factory=Tally)  # against the best of the others
    meetings: Tally = field(default_factory=Tally)  # against each opponent
    game_points: int = 0
    game_points_against: int = 0  # of all opponents together
    score: int = 0
    score_against: int = 0
    faults: int = 0

    def row(self, entrant: str, worth: Points, opponents: int) -> Row:
        """The line of the standings, not ranked yet."""
        return Row(
            rank=0,
            entrant=entrant,
            played=self.matches.total,
            won=self.matches.won,
            drawn=self.matches.drawn,
            lost=self.matches.lost,
            points=self.meetings.points(worth) / opponents,
            game_points_for=self.game_points,
            game_points_against=self.game_points_against / opponents,
            score_for=self.score,
            score_against=self.score_against / opponents,
            faults=self.faults,
        )


def standings(definition: EventDefinition, results: Iterable[Result]) -> list[Row]:
    """The rows, best first: by points, matches won, game point difference, score difference; then by name."""
    books = {entrant: _Book() for entrant in definition.entrants}
    for result in results:
        if result.counts:
            _enter(books, result, definition.points)
    opponents = 2 if definition.seats == 3 else 1
    rows = [book.row(entrant, definition.points, opponents) for entrant, book in books.items()]
    ranks = dict[tuple[float, ...], int]()
    for rank, row in enumerate(sorted(rows, key=Row.merit, reverse=True), 1):
        ranks.setdefault(row.merit(), rank)
    ranked = (replace(row, rank=ranks[row.merit()]) for row in rows)
    return sorted(ranked, key=lambda row: (row.rank, row.entrant))


Crosstable = dict[str, dict[str, Tally]]


def crosstable(definition: EventDefinition, results: Iterable[Result]) -> Crosstable:
    """How each entrant did against each other: ``crosstable(...)["ann"]["bob"].won``.  Partners are no opponents."""
    table: Crosstable = {a: {b: Tally() for b in definition.entrants if b != a} for a in definition.entrants}
    for result in results:
        if result.counts:
            for side, other, mine, theirs in _meetings(result, definition.points):
                for entrant, opponent in product(result.sides[side], result.sides[other]):
                    table[entrant][opponent].add(mine, theirs)
    return table


def _meetings(result: Result, worth: Points) -> Iterator[tuple[int, int, int, int]]:
    """Each side, each side it met, and their places; a match that ran out of rounds or time as the event says."""
    for side, other in permutations(range(len(result.places)), 2):
        mine, theirs = result.places[side], result.places[other]
        if result.termination in UNFINISHED and worth.abandoned != "placing":
            mine, theirs = (1, 1) if worth.abandoned == "draw" else (2, 1)
        yield side, other, mine, theirs


def _enter(books: Mapping[str, _Book], result: Result, worth: Points) -> None:
    """Add one match to the books of those who played it."""
    met = list(_meetings(result, worth))
    for side, entrants in enumerate(result.sides):
        for book in (books[entrant] for entrant in entrants):
            places = [(mine, theirs) for mover, _, mine, theirs in met if mover == side]
            for mine, theirs in places:
                book.meetings.add(mine, theirs)
            book.matches.add(places[0][0], min(theirs for _, theirs in places))
            book.game_points += result.points[side]
            book.game_points_against += sum(result.points) - result.points[side]
            book.score += result.scores[side]
            book.score_against += sum(result.scores) - result.scores[side]
    for entrant, faults in zip(result.seats, result.faults, strict=False):  # no faults may be written as ()
        books[entrant].faults += faults
