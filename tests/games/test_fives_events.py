"""What Fives and Threes tells, in which order and to whom; its views, its text and its options."""

import pytest

from muggins.games.base import EVERYONE, NOBODY, Event, OptionError
from muggins.games.dealing import SeededDeals
from muggins.games.fives import FIVES, FivesState
from muggins.games.fives_view import FivesView
from muggins.games.tiles import TILES
from tests.games.fives_table import ROUNDS, play, position

WHOLE = ROUNDS["F6.2: whole round, out with a bare bonus"]
VOID = ROUNDS["F7.2: the opening tile is void, and stays placed"]


def middle() -> FivesState:
    state, _ = position(WHOLE["hands"])
    play(state, "0:6-6 1:6-5:R 0:6-3:L 1:3-3:L 0:5-4:R 1:4-3:L")
    return state


def test_a_game_opens_with_the_draw_the_lead_and_the_deal() -> None:
    _, events = FIVES.start(3, {}, SeededDeals(bytes(32)))
    assert [event.kind for event in events] == [*["draw"] * 3, "lead", "deal", *["hand"] * 3, "aside"]


def test_an_assigned_lead_is_not_drawn() -> None:
    state, events = FIVES.start(3, {}, SeededDeals(bytes(32)), lead=2)
    assert [event.kind for event in events] == ["lead", "deal", *["hand"] * 3, "aside"]
    assert state.to_act == (2,)


def test_hands_are_told_to_their_seats_and_what_is_out_of_play_to_nobody() -> None:
    _, events = position(WHOLE["hands"])
    told = {event.kind: event.to for event in events if event.kind != "hand"}
    assert told == {"lead": EVERYONE, "deal": EVERYONE, "aside": NOBODY}
    hands = [event for event in events if event.kind == "hand"]
    assert [event.to for event in hands] == [event.seat for event in hands] == [0, 1]
    assert hands[0].pieces == ("0-0", "1-0", "2-1", "2-2", "5-4", "6-3", "6-6")
    everything = [tile for event in events for tile in event.pieces]
    assert sorted(everything, key=TILES.index) == list(TILES)


def test_a_placement_its_score_and_the_knocks_that_follow() -> None:
    state = middle()
    events = play(state, "1:4-2:L 0:2-2:L")
    assert events == [
        Event("place", 1, ("4-2:L",), total=6),
        Event("score", 1, side=1, points=2, offered=2, why="place", parts=(("threes", 2),), total=2),
        Event("place", 0, ("2-2:L",), total=8),
        Event("knock", 1),
    ]


def test_a_voided_score_is_told_too() -> None:
    state, _ = position(VOID["hands"], VOID["before"])
    assert state.play(0, "6-6") == (
        Event("place", 0, ("6-6",), total=12),
        Event("score", 0, side=0, points=0, offered=4, why="void", parts=(("threes", 4),), total=59),
    )


def test_the_next_round_follows_the_end_of_a_round() -> None:
    state, _ = position(WHOLE["hands"])
    events = play(state, WHOLE["moves"])
    kinds = [event.kind for event in events]
    assert kinds[kinds.index("round_over") - 2 :] == [
        "place", "score", "round_over", "deal", "hand", "hand", "aside",
    ]  # fmt: skip
    assert [event for event in events if event.kind == "deal"] == [Event("deal", 1, total=2)]


def test_a_win_is_told_and_ends_the_round_without_another_word() -> None:
    state, _ = position(WHOLE["hands"], (57, 0))
    assert state.play(0, "6-6")[-1] == Event("game_over", 0, side=0, points=1, why="target")


def test_a_view_of_the_middle_of_a_round() -> None:
    assert middle().view(1) == FivesView(
        seat=1,
        game=1,
        round=1,
        opener=0,
        hand=("1-1", "4-2", "5-0", "5-5"),
        line=("4-3", "3-3", "3-6", "6-6", "6-5", "5-4"),
        left=4,
        right=4,
        sum=8,
        history=("0:6-6", "1:6-5:R", "0:6-3:L", "1:3-3:L", "0:5-4:R", "1:4-3:L", "0:knock"),
        tiles_left=(4, 4),
        scores=(6, 0),
        target=61,
    )


def test_a_spectator_sees_no_hand_and_an_empty_line_has_no_ends() -> None:
    state, _ = position(WHOLE["hands"])
    view = state.view(None)
    assert (view.hand, view.line, view.left, view.right, view.sum) == ((), (), -1, -1, 0)


def test_the_layout_is_drawn_with_doubles_across() -> None:
    assert FIVES.render(middle().view(1)).splitlines() == [
        "game 1, round 1, opened by seat 0   score 6 : 0 (to 61)",
        "tiles left   seat 0: 4  seat 1: 4",
        "     [3]     [6]",
        "[4|3] - [3|6] - [6|5][5|4]",
        "     [3]     [6]",
        "left 4   right 4   sum of the ends 8",
        "hand of seat 1   1-1 4-2 5-0 5-5",
    ]


def test_a_long_layout_wraps_at_80_columns() -> None:
    line = tuple(f"{i % 2 + 1}-{(i + 1) % 2 + 1}" for i in range(20))
    view = middle().view(None)._replace(line=line)
    drawn = [row for row in FIVES.render(view).splitlines() if row.startswith("[")]
    assert [len(row) for row in drawn] == [80, 20]
    assert "".join(drawn).count("|") == 20


def test_the_fallback_is_the_first_move_listed() -> None:
    state = middle()
    assert FIVES.fallback(state.view(1), state.moves(1)) == "4-2:L"


def test_there_are_no_options() -> None:
    assert FIVES.options({}) == {}
    with pytest.raises(OptionError, match="no option 'target'"):
        FIVES.options({"target": 100})


@pytest.mark.parametrize(
    ("given", "written"),
    [("4-6", "6-4"), ("6-4", "6-4"), ("4-6:L", "6-4:L"), ("3-3:R", "3-3:R"), ("7-4", "7-4"), ("6-4:X", "6-4:X")],
)
def test_one_written_form(given: str, written: str) -> None:
    assert FIVES.canonical(given) == written
