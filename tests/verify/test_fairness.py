"""Nobody can choose a deal: not the server, not a seat, not both together."""

import json
from hashlib import sha256

import pytest

from muggins.games.dealing import commitment, match_seed
from muggins.referee.log import lines
from muggins.referee.verify import verify
from muggins.v1 import play_pb2
from tests.referee.table import Ended, Table, spec
from tests.verify.making import KitBot, Sitter


class Guest(KitBot):
    """A bot that does as it likes when it has to reveal: ``says`` is its entropy then, None to say nothing."""

    def __init__(self, table: Table, says: bytes | None) -> None:
        self.heard: list[play_pb2.PlayResponse] = []
        self.says = says
        super().__init__(table, "bob", Sitter())

    def hear(self, response: play_pb2.PlayResponse) -> None:
        self.heard.append(response)
        super().hear(response)

    def send(self, request: play_pb2.PlayRequest) -> None:
        for reveal in request.reveals:
            reveal.entropy = self.says or b""
        if request.reveals and self.says is None:
            del request.reveals[:]
        super().send(request)


def evening(says: bytes | None, seed: bytes = b"\x01" * 32) -> tuple[Ended, Guest]:
    table = Table()
    KitBot(table, "ann")
    guest = Guest(table, says)
    table.start(spec("cribbage", "ann", "bob", seed=seed))
    (ended,) = table.play("m")
    return ended, guest


OWN = sha256(b"bob").digest()  # what the guest commits to
ANNS = sha256(b"ann").digest()


@pytest.mark.parametrize(
    ("says", "used", "faults"),
    [
        (OWN, OWN, {}),
        (b"", None, {}),
        (None, None, {"timeout": 1}),
        (b"\x01" * 32, None, {"protocol": 1}),
        (b"short", None, {"protocol": 1}),
    ],
    ids=["reveals", "says nothing", "is silent", "reveals another", "reveals nonsense"],
)
def test_the_match_goes_on_whatever_a_seat_reveals(
    says: bytes | None, used: bytes | None, faults: dict[str, int]
) -> None:
    ended, _ = evening(says)
    assert ended.outcome.termination == "finished"
    assert ended.outcome.seats[1].faults == faults
    log = json.loads(json.dumps(list(lines(ended.document))))
    assert log[0]["match_seed"] == match_seed(b"\x01" * 32, [ANNS, used]).hex()
    verify(log)


def test_until_it_reveals_a_seat_is_told_nothing_that_the_deal_hangs_on_but_commitments() -> None:
    """So to withhold or not is a choice between two deals of which it knows nothing."""
    told = []
    for seed in (b"\x01" * 32, b"\x02" * 32):
        _, guest = evening(OWN, seed)
        heard = [response for response in guest.heard if response.starts or response.commitments]
        for start in (start for response in heard for start in response.starts):
            assert start.server_commitment == commitment(seed)
            start.server_commitment = b""
        told.append([response.SerializeToString() for response in heard])
    assert told[0] == told[1]
    assert ANNS not in b"".join(told[0])


@pytest.mark.parametrize("seat", [0, 1])
def test_each_entropy_alone_changes_the_deal(seat: int) -> None:
    """So one honest seat is enough, whoever the server is a friend of."""
    entropies = [ANNS, OWN]
    seed = match_seed(b"\x01" * 32, entropies)
    entropies[seat] = sha256(entropies[seat]).digest()
    assert match_seed(b"\x01" * 32, entropies) != seed
