"""The event files that people copy: those that come with the product, and those of the documentation."""

import re
from pathlib import Path

import pytest

from muggins_tournaments import EventError, parse, ready_made, schedule, standings
from muggins_tournaments.definition import FORMATS
from muggins_tournaments.event import TOP_KEYS
from muggins_tournaments.options import STAGE_KEYS
from tests.tournaments.playing import play

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


@pytest.mark.parametrize(
    ("name", "kind", "units"),
    [("swiss-64", "swiss", 64), ("knockout-final", "stages", 8), ("is-it-better", "sprt", 2)],
)
def test_ready_made_events_of_other_formats(name: str, kind: str, units: int) -> None:
    path = ready_made()[name]
    event = parse(path.read_bytes(), path.name)
    assert (event.format, len(event.units)) == (kind, units)
    assert next(schedule(event).open({})).seats[0] in event.entrants


def test_every_event_file_of_the_package_is_tested() -> None:
    assert len(ready_made()) == 8


def test_the_page_shows_a_short_event_and_one_with_every_common_key() -> None:
    short, whole = (parse(text, "docs/events.md") for text in EXAMPLES[:2])
    assert short.entrants == ("ann-bot", "bob-bot", "cat-bot")
    assert (whole.rounds, whole.options["value"], whole.time.cap) == (2, "skunk", 1800)
    assert (whole.house, whole.ratings["bob-bot"]) == ({"steady": "steady"}, 1580)
    elsewhere = {"pairs", "knockout", "gauntlet", "sprt", "stages"}
    assert all(f"\n{key} = " in EXAMPLES[1] or f"\n[{key}]\n" in EXAMPLES[1] for key in {*TOP_KEYS[1:]} - elsewhere)


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_example_of_the_page_can_be_played(text: str) -> None:
    event = parse(text, "docs/events.md")
    results = play(event, most=40)
    assert len(results) > 1
    assert len(standings(event, results.values())) == len(event.units)


def test_the_page_has_an_example_of_every_format() -> None:
    assert {parse(text, "docs/events.md").format for text in EXAMPLES} == set(FORMATS)


def test_the_page_documents_every_key() -> None:
    page = PAGE.read_text(encoding="utf-8")
    found = dict[str, list[str]]()
    for table, example in [
        ("", 0),
        ("match", 0),
        ("time", 0),
        ("points", 0),
        ("knockout", 5),
        ("gauntlet", 6),
        ("sprt", 8),
    ]:
        text = EXAMPLES[example].replace(f"[{table}]", f"[{table}]\nbogus = 1")
        with pytest.raises(EventError) as caught:
            parse(text if "bogus" in text else f"{text}\n[{table}]\nbogus = 1" if table else "bogus = 1", "x")
        found[table] = caught.value.problem.partition("allowed: ")[2].split(", ")
    assert {table: len(keys) for table, keys in found.items()} == {
        "": 24, "match": 3, "time": 8, "points": 6, "knockout": 2, "gauntlet": 1, "sprt": 5,
    }  # fmt: skip
    keys = [key for table in found.values() for key in table] + [*STAGE_KEYS]
    said = [key for key in keys if f"`{key}`" in page or f"`[{key}]`" in page or f"`[{key}.NAME]`" in page]
    assert said == keys


def test_the_error_that_the_page_shows_is_the_error() -> None:
    with pytest.raises(EventError) as caught:
        parse(EXAMPLES[0] + '[time]\nmove = "fast"', "spring.toml")
    assert str(caught.value) in PAGE.read_text(encoding="utf-8")
