"""Finished matches as text."""

from itertools import pairwise

import pytest

from muggins.cli.draw import draw
from muggins.cli.draw_cribbage import draw_deal
from muggins.cli.draw_fives import draw_round, extend
from muggins.cli.fill import fill, scored
from muggins.cli.say import WIDTH
from muggins.cli.tell import Names
from muggins.games.match import MatchRules
from tests.cli.matches import Line, house, play

ROUND: list[Line] = [
    {"kind": "deal", "n": 1, "seat": 0, "total": 3},
    {"kind": "hand", "to": 0, "seat": 0, "pieces": ["6-4", "5-5"]},
    {"kind": "hand", "to": 1, "seat": 1, "pieces": ["6-5", "3-1"]},
    {"kind": "aside", "to": "record", "pieces": ["0-0"], "why": "out of play"},
    {"kind": "decision", "seat": 0, "move": "5-5", "sent_us": 1, "read_us": 2, "charged_us": 0},
    {"kind": "place", "n": 2, "seat": 0, "pieces": ["5-5"], "total": 10},
    {"kind": "score", "n": 3, "seat": 0, "side": 0, "points": 2, "offered": 2, "parts": {"fives": 2}, "total": 60},
    {"kind": "fault", "seat": 1, "fault": "timeout", "text": "no answer came in time", "at_us": 5},
    {"kind": "forced", "seat": 1, "move": "6-5:R"},
    {"kind": "place", "n": 4, "seat": 1, "pieces": ["6-5:R"], "total": 16},
    {"kind": "place", "n": 5, "seat": 0, "pieces": ["6-4:R"], "total": 14},
    {"kind": "score", "n": 6, "seat": 0, "side": 0, "points": 0, "offered": 2, "why": "void", "total": 60},
    {"kind": "knock", "n": 7, "seat": 1},
    {"kind": "round_over", "n": 8, "why": "out"},
]

DEAL: list[Line] = [
    {"kind": "deal", "n": 1, "seat": 0, "total": 2},
    {"kind": "hand", "to": 0, "seat": 0, "pieces": ["5H", "JS", "QD"]},
    {"kind": "hand", "to": 1, "seat": 1, "pieces": ["2C", "KD"]},
    {"kind": "lay_away", "to": 0, "seat": 0, "pieces": ["QD"]},
    {"kind": "starter", "n": 2, "pieces": ["JC"]},
    {"kind": "score", "n": 3, "seat": 0, "side": 0, "points": 2, "offered": 2, "why": "heels", "total": 12},
    {"kind": "play", "n": 4, "seat": 1, "pieces": ["KD"], "total": 10},
    {"kind": "play", "n": 5, "seat": 0, "pieces": ["5H"], "total": 15},
    {"kind": "score", "n": 6, "seat": 0, "side": 0, "points": 2, "offered": 2, "why": "fifteen", "total": 14},
    {"kind": "go", "n": 7, "seat": 1},
    {"kind": "score", "n": 8, "seat": 0, "side": 0, "points": 1, "offered": 1, "why": "go", "total": 15},
    {"kind": "count", "n": 9, "why": "go"},
    {"kind": "play", "n": 10, "seat": 1, "pieces": ["2C"], "total": 2},
    {"kind": "count", "n": 11, "why": "last"},
    {"kind": "show", "n": 12, "seat": 0, "pieces": ["5H", "JS"]},
    {
        "kind": "score",
        "n": 13,
        "seat": 0,
        "side": 0,
        "points": 1,
        "offered": 4,
        "why": "hand",
        "parts": {"fifteens": 4},
        "total": 16,
    },
]


def test_a_round_shows_hands_placements_points_faults_and_the_line() -> None:
    assert list(draw_round(ROUND, Names(["Ada", "Bob"]), [58, 3])) == [
        "\nRound 3, opened by Ada   58:3",
        "  Ada  6-4 5-5",
        "  Bob  6-5 3-1",
        "  not dealt  0-0",
        "",
        "  Ada  5-5    ends 10  +2  fives 2                     60:3",
        "! Bob: timeout (no answer came in time)",
        "! the referee plays 6-5:R for Bob",
        "  Bob  6-5:R  ends 16",
        "  Ada  6-4:R  ends 14  +0 of 2, void                   60:3",
        "  Bob  knocks",
        "  The round is over: out",
        "[5]",
        " - [5|6][6|4]",
        "[5]",
    ]


def test_a_deal_shows_hands_lay_aways_the_count_and_the_show() -> None:
    assert list(draw_deal(DEAL, Names(["Ada", "Bob"]), [10, 3])) == [
        "\nDeal 2, dealt by Ada   10:3",
        "  Ada  5H JS QD   lays away QD",
        "  Bob  2C KD",
        "  play  starter JC (+2 heels) · Bob KD 10 · Ada 5H 15 (+2 fifteen) (+1 go)",
        "        Bob go",
        "  play  Bob 2C 2",
        "  Ada  5H JS  +1 of 4  fifteens 4             16:3",
    ]


@pytest.mark.parametrize(
    ("line", "move", "laid"),
    [
        ((), "6-4", ("6-4",)),
        (("6-4",), "6-1:L", ("1-6", "6-4")),
        (("6-4",), "4-0:R", ("6-4", "4-0")),
        (("6-4",), "6-6:L", ("6-6", "6-4")),
        (("6-4",), "5-4:R", ("6-4", "4-5")),
    ],
)
def test_a_tile_is_turned_so_that_it_fits(line: tuple[str, ...], move: str, laid: tuple[str, ...]) -> None:
    assert extend(line, move) == laid


@pytest.mark.parametrize("game", ["cribbage", "fives-and-threes"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_matches_fit_80_columns_and_end_with_their_result(game: str, seats: int) -> None:
    log, outcome = play(house(seats), MatchRules(game, seats))
    text = list(draw(log))
    assert max(len(row) for block in text for row in block.splitlines()) <= WIDTH
    assert text[-len(outcome.places)].startswith("  1.  ")
    assert sum("Game 1" in block for block in text) == 1


def test_a_line_that_is_drawn_is_the_line_that_was_played() -> None:
    log, _ = play(house(2), MatchRules("fives-and-threes", 2))
    laid: tuple[str, ...] = ()
    for line in log:
        if line["kind"] == "deal":
            laid = ()
        elif line["kind"] == "place":
            laid = extend(laid, line["pieces"][0])
            assert all(left[-1] == right[0] for left, right in pairwise(laid))


def test_one_deal_of_one_game_can_be_picked() -> None:
    log, _ = play(house(2), MatchRules("cribbage", 2, games=2))
    text = "\n".join(draw(log, game=2, deal=3))
    assert text.count("Deal ") == 1
    assert "Deal 3, " in text
    both = "\n".join(draw(log))
    assert (both.count("Deal 3, "), both.count("\nGame ")) == (2, 2)


def test_a_match_that_never_began_has_a_heading_and_no_places() -> None:
    header = play(house(2), MatchRules("cribbage", 2))[0][0]
    result = {
        "kind": "result",
        "termination": "void_server",
        "points": [0, 0],
        "places": [0, 0],
        "scores": [0, 0],
        "took_us": 5,
    }
    fault = {"kind": "fault", "seat": 0, "fault": "timeout", "text": "did not get ready in time", "at_us": 4}
    text = list(draw([header, fault, result]))
    assert text[-1] == "Result: void server, after 0.00 s"
    assert "! Ada: timeout (did not get ready in time)" in text


def test_a_score_without_room_stands_under_its_column() -> None:
    left = f"  {'x' * 16}  5H 5D 5S JC"
    short, long = (
        scored(left, "+2", "2:0:0"),
        scored(left, "+10 of 19  " + "fifteens 4 run 8 flush 4 nobs 1 ", "121:120:119"),
    )
    ((line,), (first, second)) = (list(short), list(long))
    assert first.endswith("nobs 1 ")
    assert line.index("2:0:0") == second.index("121:120:119")
    assert max(map(len, (line, first, second))) <= WIDTH


def test_long_names_keep_both_their_ends() -> None:
    assert Names(["my tournament bot 1", "my tournament bot 2"]).bots == ["my tournam…bot 1", "my tournam…bot 2"]
    assert Names(["sixteen letters."]).bots == ["sixteen letters."]


def test_words_are_never_broken() -> None:
    lines = list(fill("label", ["word" * 5] * 10, 8))
    assert max(map(len, lines)) <= WIDTH
    assert sum(line.count("word" * 5) for line in lines) == 10
    assert lines[1].startswith(" " * 12 + "word")
