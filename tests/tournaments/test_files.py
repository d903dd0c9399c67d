"""The event files that people copy: those that come with the product, and those of the documentation."""

import re
from pathlib import Path

import pytest

from muggins_tournaments import EventError, parse, ready_made, schedule
from muggins_tournaments.event import TOP_KEYS

PAGE = Path(__file__).parents[2] / "docs" / "events.md"
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize(
    ("name", "game", "seats", "matches"),
    [
        ("demo-cribbage-2", "cribbage", 2, 12),
        ("demo-cribbage-3", "cribbage", 3, 8),
        ("demo-fives-2", "fives-and-threes", 2, 12),
        ("demo-fives-4", "fives-and-threes", 4, 6),
        ("classroom", "cribbage", 2, 60),
    ],
)
def test_ready_made_events(name: str, game: str, seats: int, matches: int) -> None:
    path = ready_made()[name]
    event = parse(path.read_bytes(), path.name)
    assert (event.game, event.seats, schedule(event).total) == (game, seats, matches)
    assert set(event.house) <= set(event.entrants)
    if name.startswith("demo-"):
        assert event.house == {"steady": "steady", "greedy": "greedy", "random": "random", "greedy-2": "greedy"}


def test_every_event_file_of_the_package_is_ready_made() -> None:
    assert len(ready_made()) == 5


def test_the_page_shows_a_short_event_and_one_with_every_key() -> None:
    short, whole = (parse(text, "docs/events.md") for text in EXAMPLES)
    assert short.entrants == ("ann-bot", "bob-bot", "cat-bot")
    assert (whole.rounds, whole.options["value"], whole.time.cap, whole.house) == (
        2,
        "skunk",
        1800,
        {"steady": "steady"},
    )
    assert all(f"\n{key} = " in EXAMPLES[1] or f"\n[{key}]\n" in EXAMPLES[1] for key in TOP_KEYS[1:])


def test_the_page_documents_every_key() -> None:
    page = PAGE.read_text(encoding="utf-8")
    with pytest.raises(EventError) as top:
        parse("bogus = 1", "x")
    keys = top.value.problem.partition("allowed: ")[2].split(", ")
    for table in ("match", "time", "points"):
        with pytest.raises(EventError) as inner:
            parse(EXAMPLES[0] + f"[{table}]\nbogus = 1", "x")
        keys += inner.value.problem.partition("allowed: ")[2].split(", ")
    assert len(keys) == 17 + 3 + 7 + 4
    assert all(f"| `{key}` |" in page or f"## `[{key}]`" in page for key in keys)


def test_the_error_that_the_page_shows_is_the_error() -> None:
    with pytest.raises(EventError) as caught:
        parse(EXAMPLES[0] + '[time]\nmove = "fast"', "spring.toml")
    assert str(caught.value) in PAGE.read_text(encoding="utf-8")
