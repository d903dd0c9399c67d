"""The bot's part in a fair deal: it commits to 32 bytes of its own before it can know the server's, and checks later.

A commitment is SHA-256("muggins/commit" || value).  A match's seed is SHA-256("muggins/seed" || the server's 32 bytes
|| each seat's 32 bytes, zeros where it gave none); the deals follow from the seed.
"""

from collections.abc import Sequence

from muggins.games.dealing import commitment, match_seed
from muggins_bot.deals import SeenDeals

__all__ = ["FairDeal", "commitment", "match_seed"]


class FairDeal:
    """What one match promised, as this seat saw it."""

    __slots__ = ("commitments", "deals", "entropy", "seat", "server_commitment")

    def __init__(self, seat: int, seats: int, server_commitment: bytes, entropy: bytes) -> None:
        self.seat = seat
        self.deals = SeenDeals(seat, seats)
        self.server_commitment = server_commitment
        self.entropy = entropy
        self.commitments: tuple[bytes, ...] = ()  # by seat, once the server has shown them

    @property
    def commitment(self) -> bytes:
        """This seat's own commitment."""
        return commitment(self.entropy)

    def broken_promises(self, server_seed: bytes, entropies: Sequence[bytes]) -> list[str]:
        """What does not agree with the commitments, or does not follow from the seed, in words; empty when all is well.

        ``entropies`` has an item for each seat, empty where it gave none.  A seat may keep its entropy to itself, and
        then counts as zeros; what it reveals has to be what it committed to.
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
        seed = match_seed(server_seed, [entropy or None for entropy in entropies])
        return [*broken, *self.deals.broken(seed)]
