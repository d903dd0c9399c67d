"""The laws that every registered game obeys at every number of seats."""

import random
from collections import Counter
from typing import Protocol, cast

import pytest

from muggins.games import GAMES
from muggins.games.base import EVERYONE, Event, Game, IllegalMove, Seat, State
from muggins.games.match import Match, MatchRules
from tests.games.records import LIMIT, TABLES, Record, played, replay, snapshot
from tests.games.redeal import SETS, Redealer, shown

JUNK = ("", "knock", "go", "7-7", "6-6:X", "1S", "5H,5H", "AC,2C,3C", "\N{SNOWMAN}")
TAKEN = ("place", "play", "lay_away")  # kinds of event by which a piece leaves a hand

every_table = pytest.mark.parametrize(("name", "seats"), TABLES, ids=[f"{name}-{seats}" for name, seats in TABLES])


def some_records(name: str, seats: int, count: int = 4) -> list[Record]:
    """Whole matches of one game played at random."""
    records = [played(MatchRules(name, seats), seed) for seed in range(count)]
    assert all(len(record.moves) < LIMIT for record in records), "random play did not terminate"
    return records


def finished(record: Record) -> tuple[Match, list[Event]]:
    """The match at its end, and all that was told."""
    match = Match(record.rules, record.deals)
    told = list(match.begin())
    for seat, move in record.moves:
        told += match.play(seat, move)
    return match, told


class CommonView(Protocol):
    """What the views of all games have beside a seat and scores."""

    hand: tuple[str, ...]
    target: int


def shown_by(match: Match, viewer: Seat | None) -> CommonView:
    return cast(CommonView, match.view(viewer))


def scrambled(move: str) -> str:
    """The same move with its pieces, or the halves of its tile, in the other order."""
    tile, *end = move.split(":")
    if "-" in tile:
        return ":".join([tile[::-1], *end])
    return ",".join(reversed(move.split(",")))


@every_table
def test_replay_gives_the_same_events(name: str, seats: int) -> None:
    for record in some_records(name, seats):
        assert [events for _, events in replay(record)] == [events for _, events in replay(record)]


@every_table
def test_moves_are_there_exactly_for_the_seats_to_act(name: str, seats: int) -> None:
    for record in some_records(name, seats):
        for match, _ in replay(record):
            assert tuple(seat for seat in range(seats) if match.moves(seat)) == tuple(sorted(match.to_act))
            assert bool(match.to_act) != match.over


@every_table
def test_an_illegal_move_changes_nothing(name: str, seats: int) -> None:
    rng = random.Random(seats)
    for record in some_records(name, seats, 2):
        universe = [*JUNK, *{move for _, move in record.moves}]
        for match, _ in replay(record):
            seat, move = rng.randrange(seats), rng.choice(universe)
            if GAMES[name].canonical(move) not in match.moves(seat):
                before = snapshot(match.state)
                with pytest.raises(IllegalMove):
                    match.play(seat, move)
                assert snapshot(match.state) == before


@every_table
def test_moves_have_one_written_form_and_any_order_is_accepted(name: str, seats: int) -> None:
    game: Game = GAMES[name]
    (record,) = some_records(name, seats, 1)
    steps = replay(record)
    next(steps)
    match, _ = next(replay(record))
    for (seat, move), (_, events) in zip(record.moves, steps, strict=True):
        for legal in match.moves(seat):
            assert game.canonical(legal) == legal == game.canonical(scrambled(legal))
        assert match.play(seat, scrambled(move)) == events


@every_table
def test_pieces_are_conserved(name: str, seats: int) -> None:
    for record in some_records(name, seats, 2):
        dealt: dict[Seat | None, Counter[str]] = {}
        for match, events in replay(record):
            for event in events:
                if event.kind == "deal":
                    dealt = {}
                elif event.kind in ("hand", "aside", "starter"):
                    dealt[event.seat] = dealt.get(event.seat, Counter()) + Counter(event.pieces)
                    together = sum(dealt.values(), Counter())
                    assert set(together) <= set(SETS[name])
                    assert set(together.values()) == {1}
                elif event.kind in TAKEN:
                    taken = Counter(piece.split(":")[0] for piece in event.pieces)
                    assert taken <= dealt[event.seat]
                    dealt[event.seat] -= taken
            for seat in range(seats):
                assert Counter(shown_by(match, seat).hand) == dealt[seat]


@every_table
def test_the_game_ends_at_the_first_event_that_meets_the_target(name: str, seats: int) -> None:
    for record in some_records(name, seats):
        match, told = finished(record)
        target = shown_by(match, None).target
        totals = [0] * len(match.scores)
        scores = [event for event in told if event.kind == "score"]
        for event in scores:
            assert event.side is not None
            assert max(totals) < target
            assert 0 <= event.points <= event.offered
            totals[event.side] += event.points
            assert event.total == totals[event.side]
        assert totals == match.scores
        assert [event.kind for event in told[-2:]] == ["score", "game_over"]
        assert (told[-1].side, totals[told[-1].side or 0]) == (match.state.winner, target)


@every_table
def test_each_deal_begins_with_its_event(name: str, seats: int) -> None:
    for record in some_records(name, seats, 2):
        numbers = []
        for match, events in replay(record):
            numbers += [event.total for event in events if event.kind == "deal"]
            assert numbers == list(range(1, match.state.deal + 1))


@every_table
def test_a_copy_is_independent(name: str, seats: int) -> None:
    (record,) = some_records(name, seats, 1)
    for number, (match, _) in enumerate(replay(record)):
        if number % 10 == 0:
            before = snapshot(match.state)
            twin: State = match.state.copy()
            assert snapshot(twin) == before
            for seat, move in record.moves[number:]:
                twin.play(seat, move)
            assert twin.winner is not None
            assert snapshot(match.state) == before


@every_table
def test_fallbacks_are_legal_and_depend_on_the_view_alone(name: str, seats: int) -> None:
    game: Game = GAMES[name]
    for record in some_records(name, seats, 2):
        for match, _ in replay(record):
            for seat in match.to_act:
                moves = match.moves(seat)
                assert game.fallback(match.view(seat), moves) in moves


@every_table
def test_views_and_events_cannot_be_changed_and_render_as_text(name: str, seats: int) -> None:
    record = played(MatchRules(name, seats), seed=1, decisions=60)
    for match, events in replay(record):
        for viewer in (None, *range(seats)):
            hash((match.view(viewer), events))
            assert GAMES[name].render(match.view(viewer)).splitlines()


@every_table
def test_nothing_shown_depends_on_what_the_viewer_cannot_know(name: str, seats: int) -> None:
    rng = random.Random(seats)
    compared = 0
    for seed in range(16):
        record = played(MatchRules(name, seats, games=2), seed, decisions=rng.randint(seats, 120))
        for viewer in (None, *range(seats)):
            before = list(shown(record, viewer))
            for other in Redealer(record, viewer).tries(rng, attempts=8):
                assert list(shown(other, viewer)) == before
                compared += 1
    assert compared > 100, "too few re-deals changed anything hidden"


@every_table
def test_a_seat_is_shown_its_own_hand_and_a_spectator_none(name: str, seats: int) -> None:
    record = played(MatchRules(name, seats), seed=3, decisions=80)
    for _, events in replay(record):
        for event in events:
            if event.kind == "hand":
                assert event.to == event.seat
                assert not event.seen_by(None)
            assert event.seen_by(None) == (event.to == EVERYONE)
