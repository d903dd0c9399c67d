"""The vectors of docs/dealing.md are what the code deals."""

import re
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import pytest

from muggins.games.cards import CARDS, RANK
from muggins.games.dealing import SeededDeals, commitment, match_seed, stream
from muggins.games.drawing import draw_lead
from muggins.games.tiles import PIPS, TILES

PAGE = (Path(__file__).parents[1] / "docs/dealing.md").read_text("utf-8")
MATCHES = re.findall(r"^```text\n(.+?)^```", PAGE, re.DOTALL | re.MULTILINE)
SETS = {"cribbage": CARDS, "fives-and-threes": TILES}
STRENGTH = {"cribbage": [-RANK[card] for card in CARDS], "fives-and-threes": list(PIPS)}
NAMES = [match.split()[1] for match in MATCHES]
each_match = pytest.mark.parametrize("match", MATCHES, ids=NAMES)


def lines(match: str, key: str) -> list[str]:
    """What follows the key on each line that starts with it."""
    return re.findall(rf"^ *{key} (.+)$", match, re.MULTILINE)


def values(match: str, key: str) -> list[bytes | None]:
    return [None if text == "-" else bytes.fromhex(text) for text in lines(match, key)]


def kind(match: str) -> tuple[str, int]:
    game, _, seats = lines(match, "match")[0].partition("/")
    return game, int(seats)


def written(pieces: Sequence[str], order: Sequence[str]) -> str:
    return " ".join(sorted(pieces, key=order.index))


def dealt(game: str, seats: int, lead: int, pieces: list[str]) -> list[str]:
    """The lines of a deal, given out one piece at a time as the page says."""
    order = SETS[game]
    first = (lead + 1) % seats if game == "cribbage" else lead
    size = (6 if game == "cribbage" else 7) if seats == 2 else 5
    hands = [written(pieces[(seat - first) % seats : size * seats : seats], order) for seat in range(seats)]
    rest = pieces[size * seats :]
    names = {"fives-and-threes": [], "cribbage": ["crib", "starter"] if seats == 3 else ["starter"]}[game]
    return ["hands " + " | ".join(hands), *(f"{name} {piece}" for name, piece in zip(names, rest, strict=False))]


def test_the_page_has_each_game_with_each_number_of_seats() -> None:
    assert sorted(NAMES) == sorted(f"{game}/{seats}" for game in SETS for seats in (2, 3, 4))


def test_the_bytes_of_a_label() -> None:
    expected = re.search(r"^    ([0-9a-f]{64})\n    ([0-9a-f]{64})$", PAGE, re.MULTILINE)
    assert expected is not None
    assert bytes(islice(stream(bytes(32), "deal/1/1"), 64)).hex() == expected[1] + expected[2]


@each_match
def test_the_seed_of_a_match(match: str) -> None:
    (server,) = values(match, "server")
    assert server is not None
    assert values(match, "commitment") == [commitment(server)]
    assert values(match, "seed") == [match_seed(server, values(match, "entropy"))]


@each_match
def test_the_draw(match: str) -> None:
    game, seats = kind(match)
    (seed,) = values(match, "seed")
    assert seed is not None
    first, events = draw_lead(SeededDeals(seed), 1, seats, SETS[game], STRENGTH[game])
    drawn = [(str(event.total), str(event.seat), *event.pieces) for event in events]
    shown = re.findall(r"^draw/1/(\d+) (.+)$", match, re.MULTILINE)
    assert drawn == [(number, *one.split("=")) for number, row in shown for one in row.split()]
    assert lines(match, "first") == [str(first)]


@each_match
def test_the_deals(match: str) -> None:
    game, seats = kind(match)
    (seed,) = values(match, "seed")
    assert seed is not None
    order = SETS[game]
    found = re.findall(r"^deal/(\d+)/(\d+) lead (\d)\n((?:  .+\n)+)", match, re.MULTILINE)
    assert len(found) == 3
    for number, deal, lead, text in found:
        pieces = [order[piece] for piece in SeededDeals(seed).deal(int(number), int(deal), len(order), len(order))]
        assert dealt(game, seats, int(lead), pieces) == [line.strip() for line in text.splitlines()]
