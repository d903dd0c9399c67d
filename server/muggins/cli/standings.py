"""The standings and the crosstable of an event, for a terminal or a program."""

from collections.abc import Iterator, Sequence

from muggins.cli.say import WIDTH, Format, Row, clean, rows, say, table
from muggins.cli.words import tournament_state
from muggins.v1 import tournaments_pb2 as pb

NAME = 20  # columns for a bot in a crosstable


def show(answer: pb.GetTournamentResponse, how: Format) -> None:
    """Print an event as it stands."""
    standing = [row(each) for each in answer.standings]
    if how is not Format.TABLE:
        rows(standing, how)
        return
    event = answer.tournament
    say(f"{clean(event.name)}   {event.game}, {event.seats} seats   {tournament_state(event)}")
    table(standing, title=f"\nStandings after {event.played} of {event.total} matches")
    lines = list(crosstable(answer.crosstable, [each.bot for each in answer.standings]))
    if lines:
        say("\nCrosstable: won-drawn-lost of the bot on the left")
        say("\n".join(lines))


def row(standing: pb.Standing) -> Row:
    return {
        "rank": standing.rank,
        "bot": standing.bot,
        "points": standing.points,
        "played": standing.played,
        "won": standing.won,
        "drawn": standing.drawn,
        "lost": standing.lost,
        "for": standing.game_points_for,
        "against": standing.game_points_against,
        "score": standing.score_difference,
        "faults": standing.faults,
    }


def crosstable(crosses: Sequence[pb.Cross], order: Sequence[str]) -> Iterator[str]:
    """Each bot against each other, in the order given; in blocks where there are many."""
    cells = {(cross.bot, cross.opponent): f"{cross.won}-{cross.drawn}-{cross.lost}" for cross in crosses}
    if not cells:
        return
    width = max(len(cell) for cell in cells.values()) + 2
    across = max(1, (WIDTH - NAME - 5) // width)
    for first in range(0, len(order), across):
        block = order[first : first + across]
        numbers = range(first + 1, first + len(block) + 1)
        yield " " * (NAME + 5) + "".join(f"{number:>{width}}" for number in numbers)
        for number, bot in enumerate(order, 1):
            row = "".join(f"{cells.get((bot, other), '.'):>{width}}" for other in block)
            yield f"{number:>3}  {clean(bot)[:NAME]:<{NAME}}{row}"
