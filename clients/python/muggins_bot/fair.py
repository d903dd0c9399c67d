"""The bot's part in a fair deal: it commits to 32 bytes of its own before it can know the server's, and checks later.

A commitment is SHA-256("muggins/commit" || value).  A match's seed is SHA-256("muggins/seed" || the server's 32 bytes
|| each seat's 32 bytes, zeros where it gave none); the deals follow from the seed.
"""

from collections.abc import Sequence
from hashlib import sha256


def commitment(value: bytes) -> bytes:
    """What is published before the value is."""
    return sha256(b"muggins/commit" + value).digest()


def match_seed(server_seed: bytes, entropies: Sequence[bytes]) -> bytes:
    """The seed of a match; ``entropies`` has an item for each seat, empty where it gave none."""
    return sha256(b"muggins/seed" + server_seed + b"".join(entropy or bytes(32) for entropy in entropies)).digest()


class FairDeal:
    """What one match promised, as this seat saw it."""

    __slots__ = ("commitments", "entropy", "seat", "server_commitment")

    def __init__(self, seat: int, server_commitment: bytes, entropy: bytes) -> None:
        self.seat = seat
        self.server_commitment = server_commitment
        self.entropy = entropy
        self.commitments: tuple[bytes, ...] = ()  # by seat, once the server has shown them

    @property
    def commitment(self) -> bytes:
        """This seat's own commitment."""
        return commitment(self.entropy)

    def broken_promises(self, server_seed: bytes, entropies: Sequence[bytes]) -> list[str]:
        """What does not agree with the commitments, in words; empty when all is well.

        A seat may keep its entropy to itself, and then counts as zeros; what it reveals has to be what it committed to.
        """
        broken = []
        if commitment(server_seed) != self.server_commitment:
            broken.append("the server's seed is not the one that it committed to")
        if self.commitments and self.commitments[self.seat : self.seat + 1] != (self.commitment,):
            broken.append("the server showed another commitment in place of ours")
        if self.commitments and tuple(entropies[self.seat : self.seat + 1]) != (self.entropy,):
            broken.append("the server did not use the entropy that we revealed")
        for seat, (promised, entropy) in enumerate(zip(self.commitments, entropies, strict=False)):
            if seat != self.seat and entropy and commitment(entropy) != promised:
                broken.append(f"the entropy of seat {seat} is not the one that it committed to")
        return broken
