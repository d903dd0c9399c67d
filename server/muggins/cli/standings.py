"""The standings and the crosstable of an event, for a terminal or a program."""

from collections.abc import Iterator, Sequence
from itertools import chain

from muggins.cli.say import WIDTH, Format, Row, clean, rows, say, table
from muggins.cli.strengths import LEGEND, as_of, cells, short
from muggins.cli.words import tournament_state
from muggins.v1 import tournaments_pb2 as pb

NAME = 20  # columns for a bot in a crosstable
STRAYS = 3  # pairs that are shown
FAR = 3.0  # standard deviations from which a pair is worth a look


def show(answer: pb.GetTournamentResponse, how: Format) -> None:
    """Print an event as it stands."""
    standing = [row(each) for each in answer.standings]
    strengths = {each.bot: each.strength for each in answer.strengths}
    if how is not Format.TABLE:
        rows([{**line, **cells(strengths.get(str(line["bot"])))} for line in standing], how)
        return
    event = answer.tournament
    say(f"{clean(event.name)}   {event.game}, {event.seats} seats   {tournament_state(event)}")
    table(standing, title=f"\nStandings after {event.played} of {event.total} matches")
    lines = list(crosstable(answer.crosstable, [each.bot for each in answer.standings]))
    if lines:
        say("\nCrosstable: won-drawn-lost of the bot on the left")
        say("\n".join(lines))
    if strengths:
        table([{"bot": bot, **short(strength)} for bot, strength in strengths.items()], title="\nStrengths")
        say(as_of(answer.strengths_computed, answer.strengths_results))
        say(LEGEND)
    for line in chain(how_it_went(answer), sequential_test(answer)):
        say(line)


def how_it_went(answer: pb.GetTournamentResponse) -> Iterator[str]:
    """How evenly things were shared, what seats were worth, and the results that strengths explain least."""
    shares = (f"{each.what} {_range(each)}" for each in answer.balance)
    yield f"\nBalance, from the least to the most: {', '.join(shares)}"
    if answer.seats:
        seats = (f"seat {each.seat} {each.share:.1%}" for each in answer.seats)
        yield f"Points won by seat, of {answer.seats[0].played} matches: {', '.join(seats)}"
    for stray in answer.strays[:STRAYS]:
        if stray.deviation >= FAR:
            yield (
                f"Stray: {clean(stray.bot)} has {stray.score:g} of {stray.played} against {clean(stray.opponent)},"
                f" expected {stray.expected:.1f}"
            )


def sequential_test(answer: pb.GetTournamentResponse) -> Iterator[str]:
    """Where a sequential test stands."""
    if not answer.HasField("test"):
        return
    now = answer.test
    words = {"elo1": "stronger", "elo0": "not stronger", "undecided": "undecided"}
    rest = words.get(now.decision, f"about {now.expected_matches:.0f} matches to go")
    bounds = f"{now.lower_bound:.2f} to {now.upper_bound:.2f}"
    yield f"Test after {now.pairs} pairs: log likelihood ratio {now.log_likelihood_ratio:.2f} ({bounds}): {rest}"


def _range(balance: pb.Balance) -> str:
    return f"{balance.least}" if balance.least == balance.most else f"{balance.least}-{balance.most}"


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
