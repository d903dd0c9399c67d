"""The example of docs/fairness.md, worked out with nothing but SHA-256 and what the pages say."""

import re
from hashlib import sha256
from pathlib import Path

from muggins.games.cards import CARDS

PAGE = (Path(__file__).parents[1] / "docs" / "fairness.md").read_text("utf-8")
HEX = dict(re.findall(r"^(S|E of seat \d|seed|without seat 1) +([0-9a-f]{64})$", PAGE, re.MULTILINE))
COMMITMENTS = re.findall(r"^commitment +([0-9a-f]{64})$", PAGE, re.MULTILINE)
S, E0, E1, SEED = (bytes.fromhex(HEX[name]) for name in ("S", "E of seat 0", "E of seat 1", "seed"))


def test_the_commitments() -> None:
    assert [sha256(b"muggins/commit" + value).hexdigest() for value in (S, E0, E1)] == COMMITMENTS


def test_the_seed_with_and_without_an_entropy() -> None:
    assert sha256(b"muggins/seed" + S + E0 + E1).hexdigest() == HEX["seed"]
    assert sha256(b"muggins/seed" + S + E0 + bytes(32)).hexdigest() == HEX["without seat 1"]


def test_the_cards() -> None:
    block = sha256(b"muggins/1" + SEED + b"deal/1/1" + bytes(4)).digest()
    assert block.hex() in PAGE
    cards, places = list(CARDS), iter(block)
    for place in range(13):
        left = 52 - place
        byte = next(byte for byte in places if byte < 256 - 256 % left)
        swap = place + byte % left
        cards[place], cards[swap] = cards[swap], cards[place]
    assert "\n" + " ".join(cards[:13]) + "\n" in PAGE
