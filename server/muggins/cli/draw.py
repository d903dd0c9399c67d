"""``muggins match show``: a finished match as people read it, drawn from the lines of its log."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from muggins.cli.draw_cribbage import draw_deal
from muggins.cli.draw_fives import draw_round
from muggins.cli.say import WIDTH, clean
from muggins.cli.tell import Line, Names, tell
from muggins.games.base import sides
from muggins.referee.outcome import Termination


@dataclass
class Deal:
    """One deal or round: the line that opens it, and what follows."""

    number: int
    lines: list[Line]
    scores: list[int]  # when it began, by side


@dataclass
class Game:
    """One game of a match: what comes before its first deal, and its deals."""

    number: int
    opening: list[Line] = field(default_factory=list)
    deals: list[Deal] = field(default_factory=list)


Drawer = Callable[[Sequence[Line], Names, list[int]], Iterator[str]]
DRAWERS: Final[Mapping[str, Drawer]] = {"cribbage": draw_deal, "fives-and-threes": draw_round}


def _draw_plainly(lines: Sequence[Line], names: Names, _: list[int]) -> Iterator[str]:
    """A deal of a game that has no drawer of its own."""
    return (tell(line, names) for line in lines if line["kind"] != "decision")


def games_of(lines: Iterable[Line], number_of_sides: int) -> list[Game]:
    """The lines between header and result, by game and deal.  What comes before the first game opens game 0."""
    games = [Game(0)]
    scores = [0] * number_of_sides
    for line in lines:
        if line["kind"] == "game":
            games.append(Game(line["total"]))
            scores = [0] * number_of_sides
        elif line["kind"] == "deal":
            games[-1].deals.append(Deal(line["total"], [line], scores.copy()))
        elif games[-1].deals:
            games[-1].deals[-1].lines.append(line)
        else:
            games[-1].opening.append(line)
        if line["kind"] == "score":
            scores[line["side"]] = line["total"]
    return games


def draw(lines: Sequence[Line], game: int | None = None, deal: int | None = None) -> Iterator[str]:
    """The log as text of at most 80 columns; ``game`` and ``deal`` restrict it to those numbers."""
    header, *rest, result = lines
    names = Names([bot["bot"] for bot in header["bots"]])
    yield from head(header)
    drawer = DRAWERS.get(header["game"], _draw_plainly)
    for each in games_of(rest, sides(header["seats"])):
        if game is not None and each.number != game:
            continue
        if deal is None:
            yield from _opening(each, names)
        for one in each.deals:
            if deal is None or one.number == deal:
                yield from drawer(one.lines, names, one.scores)
    yield from foot(result, names)


def _opening(game: Game, names: Names) -> Iterator[str]:
    if game.number:
        yield f"\nGame {game.number}"
    for line in game.opening:
        if line["kind"] != "decision":
            yield tell(line, names)


def head(header: Line) -> Iterator[str]:
    """Which match this is, and who plays it."""
    options = " ".join(f"{key} {value}" for key, value in header["options"].items())
    length = f"first to {header['first_to']}" if header["first_to"] else f"{header['games']} game(s)"
    yield f"Match {header['match_id']}   {header['game']}, {header['seats']} seats, {length}   {options}".rstrip()
    if header["event"]:
        yield f"Event {clean(header['event'])}"
    for seat, bot in enumerate(header["bots"]):
        version = f"  version {clean(bot['version'])}" if bot["version"] else ""
        yield f"  seat {seat}  side {bot['side']}  {clean(bot['bot'])}{version}"


def foot(result: Line, names: Names) -> Iterator[str]:
    """How it ended."""
    yield ""
    yield f"Result: {result['termination'].replace('_', ' ')}, after {result['took_us'] / 1e6:.2f} s"
    if Termination(result["termination"]).void:
        return
    results = zip(result["places"], names.sides, result["points"], result["scores"], strict=True)
    for place, name, gained, score in sorted(results):
        yield f"  {place + 1}.  {name}   game points {gained}, score {score}"[:WIDTH]
