"""The bot's check of what was promised about a deal."""

import pytest

from muggins.games import dealing
from muggins_bot.fair import FairDeal, commitment, match_seed

SERVER, OURS, THEIRS = bytes(32), bytes(range(32)), bytes(range(32, 64))


def test_kit_and_dealing_derive_the_same_seed() -> None:
    assert commitment(OURS) == dealing.commitment(OURS)
    assert match_seed(SERVER, [OURS, b"", THEIRS]) == dealing.match_seed(SERVER, [OURS, None, THEIRS])


def fair() -> FairDeal:
    deal = FairDeal(0, commitment(SERVER), OURS)
    deal.commitments = (commitment(OURS), commitment(THEIRS))
    return deal


def test_kept_promises() -> None:
    assert fair().broken_promises(SERVER, [OURS, THEIRS]) == []
    assert fair().broken_promises(SERVER, [OURS, b""]) == []  # that seat kept its entropy to itself


@pytest.mark.parametrize(
    ("server", "entropies", "broken"),
    [
        (OURS, [OURS, THEIRS], "the server's seed is not the one that it committed to"),
        (SERVER, [OURS, SERVER], "the entropy of seat 1 is not the one that it committed to"),
        (SERVER, [b"", THEIRS], "the server did not use the entropy that we revealed"),
    ],
)
def test_broken_promises(server: bytes, entropies: list[bytes], broken: str) -> None:
    assert fair().broken_promises(server, entropies) == [broken]


def test_a_commitment_of_ours_that_was_exchanged() -> None:
    deal = fair()
    deal.commitments = (commitment(THEIRS), commitment(THEIRS))
    assert deal.broken_promises(SERVER, [OURS, THEIRS]) == ["the server showed another commitment in place of ours"]
