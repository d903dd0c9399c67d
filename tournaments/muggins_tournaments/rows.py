"""The rows of the standings: what the results amount to for each unit, and the order in which they stand."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from muggins_tournaments.counting import counting
from muggins_tournaments.definition import EventDefinition
from muggins_tournaments.result import Result
from muggins_tournaments.schedule import Results, Schedule
from muggins_tournaments.scoring import Tally, meetings, sides
from muggins_tournaments.tiebreaks import BREAKERS, Crosstable


@dataclass(frozen=True, slots=True)
class Row:
    """One unit's line of the standings.

    A match is won by whoever is first alone, drawn by those who share the first place, else lost.  Of three sides
    everybody gets the mean of what the placing against each opponent is worth, and "against" is the opponents' mean.
    """

    rank: int  # from 1; the same for units who are level in everything
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
    byes: int = 0
    withdrawn: bool = False
    ties: tuple[float, ...] = ()  # by the event's tie-breaks, in their order


@dataclass(slots=True)
class Book:
    """What is added up for one unit, in whole numbers where possible, so that the order of results cannot matter."""

    matches: Tally = field(default_factory=Tally)  # against the best of the others
    meetings: Tally = field(default_factory=Tally)  # against each opponent
    game_points: int = 0
    game_points_against: int = 0  # of all opponents together
    score: int = 0
    score_against: int = 0
    faults: int = 0

    def row(self, unit: str, definition: EventDefinition, byes: int) -> Row:
        """The line of the standings, not ranked yet."""
        opponents = 2 if definition.seats == 3 else 1
        worth = definition.points
        points = self.game_points if worth.by == "game" else self.meetings.points(worth) / opponents
        return Row(
            rank=0,
            entrant=unit,
            played=self.matches.total,
            won=self.matches.won,
            drawn=self.matches.drawn,
            lost=self.matches.lost,
            points=points + byes * worth.of_bye,
            game_points_for=self.game_points,
            game_points_against=self.game_points_against / opponents,
            score_for=self.score,
            score_against=self.score_against / opponents,
            faults=self.faults,
            byes=byes,
            withdrawn=unit in definition.gone,
        )


def table(definition: EventDefinition, schedule: Schedule, results: Results) -> list[Row]:
    """The rows, best first: by what the format puts first, by points, by the event's tie-breaks; then by name."""
    counted = counting(definition, schedule, results)
    books = {unit: Book() for unit in definition.units}
    for result in counted:
        _enter(books, result, definition)
    byes, progress = schedule.byes(results), schedule.progress(results)
    rows = [book.row(unit, definition, byes.get(unit, 0)) for unit, book in books.items()]
    points = {row.entrant: row.points for row in rows}
    levels = split(rows, {unit: (progress.get(unit, 0.0), points[unit]) for unit in points})
    cross = crosstable_of(definition, counted)
    for name in definition.tie_breaks:
        levels = [
            part for level in levels for part in _broken(level, BREAKERS[name](level, cross, points, definition.points))
        ]
    return list(_ranked(levels))


def ranks(definition: EventDefinition, schedule: Schedule, results: Results) -> dict[str, int]:
    """The ranks of the units, the best first."""
    return {row.entrant: row.rank for row in table(definition, schedule, results)}


def crosstable_of(definition: EventDefinition, counted: Iterable[Result]) -> Crosstable:
    """How each unit did against each other, in the results that count."""
    cross: Crosstable = {a: {b: Tally() for b in definition.units if b != a} for a in definition.units}
    for result in counted:
        units = sides(definition, result)
        for side, other, mine, theirs in meetings(result, definition.points):
            for unit, opponent in product(units[side], units[other]):
                cross[unit][opponent].add(mine, theirs)
    return cross


def _enter(books: Mapping[str, Book], result: Result, definition: EventDefinition) -> None:
    """Add one match to the books of those who played it."""
    met = list(meetings(result, definition.points))
    for side, units in enumerate(sides(definition, result)):
        for book in (books[unit] for unit in units):
            places = [(mine, theirs) for mover, _, mine, theirs in met if mover == side]
            for mine, theirs in places:
                book.meetings.add(mine, theirs)
            book.matches.add(places[0][0], min(theirs for _, theirs in places))
            book.game_points += result.points[side]
            book.game_points_against += sum(result.points) - result.points[side]
            book.score += result.scores[side]
            book.score_against += sum(result.scores) - result.scores[side]
    for bot, faults in zip(result.seats, result.faults, strict=False):  # no faults may be written as ()
        books[definition.unit_of(bot)].faults += faults


def _broken(level: Sequence[Row], values: Mapping[str, float]) -> list[list[Row]]:
    """The level split by a tie-break, whose values the rows keep."""
    rows = [replace(row, ties=(*row.ties, values[row.entrant])) for row in level]
    return split(rows, {unit: (value,) for unit, value in values.items()})


def split(rows: Iterable[Row], merit: Mapping[str, tuple[float, ...]]) -> list[list[Row]]:
    """The rows in levels of equal merit, the best first."""
    levels = dict[tuple[float, ...], list[Row]]()
    for row in rows:
        levels.setdefault(tuple(round(value, 9) for value in merit[row.entrant]), []).append(row)
    return [levels[merit] for merit in sorted(levels, reverse=True)]


def _ranked(levels: Iterable[Sequence[Row]]) -> Iterator[Row]:
    rank = 1
    for level in levels:
        yield from (replace(row, rank=rank) for row in sorted(level, key=lambda row: row.entrant))
        rank += len(level)
