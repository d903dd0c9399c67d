"""What a match comes to, for every way in which it can end."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import pytest

from muggins.referee.outcome import Outcome, Verdict
from tests.referee.hand import Hand
from tests.referee.scripted import Flag, ScriptedBot
from tests.referee.table import TIME, Table, spec

PLACED, LOSS, KEPT = Verdict.PLACED, Verdict.LOSS, Verdict.KEPT
DOMINOES = "fives-and-threes"
TABLES = [(game, seats) for game in ("cribbage", DOMINOES) for seats in (2, 3, 4)]
ALWAYS = 10_000


def played(
    game: str,
    seats: int,
    culprits: Collection[int] = (),
    flag: Flag = Flag.ILLEGAL,
    absent: Collection[int] = (),
    **rules: Any,
) -> Outcome:
    """A match in which the culprits misbehave until they are out, and the absent are not there."""
    table = Table()
    names = [f"bot{seat}" for seat in range(seats)]
    phase = "play" if game == "cribbage" else "middle"
    for seat in set(range(seats)) - set(absent):
        guilty = seat in culprits
        ScriptedBot(table, names[seat], flag if guilty else Flag.HONEST, "m", phase, ALWAYS if guilty else 0)
    table.start(spec(game, *names, **rules), absent)
    return table.play("m")[0].outcome


def verdicts(outcome: Outcome) -> list[Verdict]:
    return [seat.verdict for seat in outcome.seats]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_finished_match_is_placed_by_its_game_points_and_rated(game: str, seats: int) -> None:
    outcome = played(game, seats)
    assert outcome.termination == "finished"
    assert outcome.rated
    assert set(verdicts(outcome)) == {PLACED}
    assert sum(outcome.points) >= 1
    assert outcome.places[outcome.points.index(max(outcome.points))] == 0
    assert max(outcome.scores) == 61


def test_equal_game_points_are_a_draw() -> None:
    for number in range(40):
        outcome = played(DOMINOES, 2, games=2, seed=bytes([number]) * 32)
        if outcome.points == (1, 1):
            assert outcome.places == (0, 0)
            return
    pytest.fail("no match of forty was drawn")


@pytest.mark.parametrize("flag", [Flag.ILLEGAL, Flag.NONSENSE, Flag.SILENT, Flag.LEAVES])
@pytest.mark.parametrize("game", ["cribbage", DOMINOES])
def test_out_in_a_two_sided_match_loses_this_and_each_remaining_game(game: str, flag: Flag) -> None:
    outcome = played(game, 2, [1], flag, games=5)
    assert outcome.termination.startswith("forfeit_")
    assert sum(outcome.points) == 5  # at value 1 each, where no game was worth more
    assert outcome.places == (0, 1)
    assert verdicts(outcome) == [KEPT, LOSS]
    assert outcome.rated


def test_out_in_a_match_to_so_many_gives_the_other_side_what_it_needs() -> None:
    outcome = played(DOMINOES, 2, [0], first_to=4)
    assert outcome.points[1] == 4
    assert outcome.points[0] < 4
    assert outcome.places == (1, 0)


@pytest.mark.parametrize("culprit", [0, 1, 2, 3])
@pytest.mark.parametrize(("rotating", "partner"), [(True, KEPT), (False, LOSS)])
def test_a_partner_pays_only_where_he_was_chosen(culprit: int, rotating: bool, partner: Verdict) -> None:
    outcome = played(DOMINOES, 4, [culprit], rotating=rotating)
    assert outcome.places == ((1, 0) if culprit % 2 == 0 else (0, 1))
    expected = [KEPT] * 4
    expected[culprit], expected[(culprit + 2) % 4] = LOSS, partner
    assert verdicts(outcome) == expected


@pytest.mark.parametrize("culprit", [0, 1, 2])
@pytest.mark.parametrize("game", ["cribbage", DOMINOES])
def test_of_three_sides_the_one_that_is_out_is_last_and_the_others_play_on(game: str, culprit: int) -> None:
    outcome = played(game, 3, [culprit], games=2)
    assert outcome.termination == "forfeit_illegal"
    assert outcome.places[culprit] == 2
    assert sorted(outcome.places)[0] == 0
    assert outcome.points[culprit] == 0
    assert verdicts(outcome) == [LOSS if seat == culprit else KEPT for seat in range(3)]


def test_the_moves_of_a_seat_that_is_out_cannot_win_for_it() -> None:
    """Where the fallbacks of the seat that is out reach the target, the best of the others has the game."""
    won_by_fallback = 0
    for number in range(60):
        outcome = played(DOMINOES, 3, [0], seed=bytes([number]) * 32)
        assert outcome.seats[0].struck_out
        assert outcome.places[0] == 2
        if outcome.scores[0] == 61:
            won_by_fallback += 1
            best = max(outcome.scores[1:])
            assert outcome.points == (0, *(int(score == best) for score in outcome.scores[1:]))
    assert won_by_fallback > 0


def test_where_two_of_three_are_out_the_third_has_what_remains() -> None:
    outcome = played(DOMINOES, 3, [0, 2], games=4)
    assert outcome.points[1] >= 3
    assert outcome.places == (1, 0, 1)
    assert verdicts(outcome) == [LOSS, KEPT, LOSS]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_one_that_does_not_show_up_loses(seats: int) -> None:
    outcome = played(DOMINOES, seats, absent=[1], rotating=True)
    assert outcome.termination == "no_show"
    assert outcome.places[1] == max(outcome.places) > 0
    assert outcome.seats[1].faults == {"no_show": 1}
    assert verdicts(outcome) == [LOSS if seat == 1 else KEPT for seat in range(seats)]
    assert outcome.rated


@pytest.mark.parametrize(("seats", "absent"), [(2, [0, 1]), (3, [0, 1, 2]), (4, [0, 1]), (4, [0, 1, 2, 3])])
def test_where_no_side_shows_up_whole_nobody_wins(seats: int, absent: list[int]) -> None:
    outcome = played(DOMINOES, seats, absent=absent)
    assert outcome.termination == "no_show"
    assert set(outcome.points) == set(outcome.places) == {0}
    assert not outcome.rated
    assert [seat.struck_out for seat in outcome.seats] == [seat in absent for seat in range(seats)]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_match_that_runs_out_of_rounds_is_abandoned_and_not_rated(game: str, seats: int) -> None:
    options = {"target": 121} if game == "cribbage" else {}
    outcome = played(game, seats, max_rounds=1, options=options)
    assert outcome.termination == "abandoned_max_rounds"
    assert not outcome.rated
    assert set(outcome.points) == {0}
    assert sum(outcome.scores) > 0


@pytest.mark.parametrize("termination", ["void_server", "cancelled"])
def test_a_void_match_has_no_result(termination: str) -> None:
    table = Table()
    for name in ("ann", "bob"):
        ScriptedBot(table, name)
    table.start(spec("cribbage", "ann", "bob"))
    table.clock.advance(0.2)
    table.referee.stop("m", termination)
    (ended,) = table.play("m")
    assert ended.outcome.termination.void
    assert (ended.outcome.points, ended.outcome.places, ended.outcome.scores) == ((0, 0), (0, 0), (0, 0))
    assert ended.document["entries"]


def test_an_unrated_match_stays_unrated() -> None:
    table = Table()
    for name in ("ann", "bob"):
        ScriptedBot(table, name)
    table.start(replace(spec("cribbage", "ann", "bob"), rated=False))
    assert not table.play("m")[0].outcome.rated


def test_a_seat_with_two_kinds_of_faults_gives_the_last_one_as_the_reason() -> None:
    table = Table()
    hand = Hand(table)
    ScriptedBot(table, "other")
    hand.start(spec("cribbage", "hand", "other"))
    hand.answer(move="nonsense" * 20)
    hand.answer(move="AS,KD")
    table.clock.advance(TIME.start_up + TIME.move + TIME.margin + TIME.bank)
    (ended,) = table.play("m")
    assert ended.outcome.seats[0].faults == {"malformed": 1, "illegal": 1, "timeout": 1}
    assert ended.outcome.termination == "forfeit_timeout"
