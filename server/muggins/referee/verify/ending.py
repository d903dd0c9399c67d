"""The last line of a log: why the match ended, what it came to, and what that did to ratings."""

from collections.abc import Sequence
from typing import Final

from muggins.games.base import side_of, sides
from muggins.games.match import Match
from muggins.ratings.elo import NEWCOMER_K, NEWCOMER_MATCHES, K, Rating, changes, forfeit_changes
from muggins.referee.ending import is_rated, result_of, termination_of, verdicts
from muggins.referee.outcome import Termination, Verdict
from muggins.referee.verify.clocks import ROUNDING, micros
from muggins.referee.verify.discrepancy import Line, found
from muggins.referee.verify.header import Header

PRECISION: Final = 1e-6  # of a rating


def check_result(line: Line, header: Header, match: Match | None, out: Sequence[tuple[int, str]], moment: int) -> None:
    """``out`` has the seats that are out and their last fault, in order; None is a match that was never dealt.

    Raises Found.
    """
    termination = _termination(line, header, match, [fault for _, fault in out])
    if line["took_us"] < moment:
        found("took", f"the match took {line['took_us']} us, and something happened at {moment}")
    for name, by_side in result_of(match, header.rules.seats, termination)._asdict().items():
        if line[name] != list(by_side):
            found(name, f"the {name} are {line[name]}, where the match came to {list(by_side)}")
    if "ratings" in line:
        if not is_rated(termination, wanted=header.rated, dealt=match is not None):
            found("rated", "a match that is not rated changed ratings")
        _ratings(line, header, [seat for seat, _ in out])


def _termination(line: Line, header: Header, match: Match | None, faults: Sequence[str]) -> Termination:
    if line["termination"] not in set(Termination):
        found("termination", f"no match ends by {line['termination']!r}")
    termination = Termination(line["termination"])
    if termination.void:
        return termination
    if termination == Termination.TIME_CAP:
        if header.time.cap is None or line["took_us"] < micros(header.time.cap) - ROUNDING:
            found("cap", "the time of the whole match was not up")
        return termination
    if not (match.over if match else len(faults) >= sides(header.rules.seats)):
        found("unfinished", "by the rules the match is not over")
    right = termination_of(match, faults)
    if termination != right:
        found("termination", f"the match ended by {right.value}, not by {termination.value}")
    return termination


def _ratings(line: Line, header: Header, out: Sequence[int]) -> None:
    """Each rating moved by what Elo gives, or not at all."""
    rules, told = header.rules, line["ratings"]
    judged = verdicts(rules.seats, out, rotating_partners=header.rotating_partners)
    seats = [[s for s in range(rules.seats) if side_of(s, rules.seats) == side] for side in range(sides(rules.seats))]
    ratings = [[_rating(seat, told[seat], judged[seat]) for seat in side] for side in seats]
    guilty = {(i, j) for i, side in enumerate(seats) for j, seat in enumerate(side) if judged[seat] == Verdict.LOSS}
    moved = forfeit_changes(ratings, guilty) if out else changes(ratings, line["places"])
    for side, by in zip(seats, moved, strict=True):
        for seat, change in zip(side, by, strict=True):
            after = told[seat]["before"] + change
            if abs(told[seat]["after"] - after) > PRECISION:
                found("rating", f"the rating of seat {seat} became {told[seat]['after']}, where Elo gives {after}")


def _rating(seat: int, told: Line, verdict: Verdict) -> Rating:
    if verdict != Verdict.KEPT and told["k"] not in (K, NEWCOMER_K):
        found("k", f"seat {seat} was rated with K = {told['k']}")
    return Rating(told["before"], 0 if told["k"] == NEWCOMER_K else NEWCOMER_MATCHES)
