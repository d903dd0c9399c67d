"""What is kept of a match: the little that cannot be derived again.

An entry is a tuple that starts with one letter.  Times are whole microseconds since the match started.

==== =============================================== ====================================================
b                                                    the first deal
d    seat, move, sent, read, charged                 a decision that was accepted
f    seat, kind, text, at, sent, charged             a fault: a strike against the seat
m    seat, move                                      a move that the referee made for the seat
o    seat                                            the seat is out
==== =============================================== ====================================================

``sent`` of a fault is None where no turn was waiting: before the first deal.
"""

import json
import zlib
from typing import Any, Final

from muggins.games.dealing import commitment
from muggins.referee import varints
from muggins.referee.columns import Entry, columns, entries

FORMAT: Final = 1
# What nearly every record holds, so that it costs next to nothing.  A part of the format: it can never change.
DICTIONARY: Final = (
    b"0-0:R 1-0:R 1-1:R 2-0:R 2-1:R 2-2:R 3-0:R 3-1:R 3-2:R 3-3:R 4-0:R 4-1:R 4-2:R 4-3:R 4-4:R 5-0:R 5-1:R 5-2:R "
    b"5-3:R 5-4:R 5-5:R 6-0:R 6-1:R 6-2:R 6-3:R 6-4:R 6-5:R 6-6:R 0-0:L 1-0:L 1-1:L 2-0:L 2-1:L 2-2:L 3-0:L 3-1:L "
    b"3-2:L 3-3:L 4-0:L 4-1:L 4-2:L 4-3:L 4-4:L 5-0:L 5-1:L 5-2:L 5-3:L 5-4:L 5-5:L 6-0:L 6-1:L 6-2:L 6-3:L 6-4:L "
    b'6-5:L 6-6:L 00000000000000,"faults":[["timeout","no answer came in time",'
    b'"options":{},"options":{"target":61,"value":"none"},"seats":3,"seats":4,"first":"assigned","lead":0,'
    b'"forfeit_timeout","forfeit_illegal","rated":false,"rotating_partners":true,"game":"fives-and-threes",'
    b'{"format":1,"match_id":"","game":"cribbage","rules_version":1,"seats":2,"options":{"target":121,"value":"lurch"},'
    b'"games":1,"first_to":null,"first":"draw","lead":null,"max_rounds":400,"time":{"start_up":10.0,"move":1.0,'
    b'"bank":10.0,"margin":0.05,"cap":null,"max_strikes":3,"pace":null},"event":"","rated":true,"rotating_partners":false,'
    b'"bots":[{"bot":"","version":"1","side":0},{"bot":"","version":"1","side":1}],"server_seed":"","commitments":'
    b'[null,null],"entropies":["",null,null],"carried_us":[0,0],"entries":{"kinds":"bddddddddddddddddddddddd","seats":'
    b'"01010101010101010101","moves":"","waits":[0,0],"thinks":[0,0],"charges":[],"faults":[]},"termination":'
    b'"finished","ended_at":"2026-01-01T12:00:00.000000+00:00","took_us":'
)


class Record:
    """The entries of one match, in the order in which they took effect; times in seconds of the clock."""

    __slots__ = ("_carried", "_entries", "began")

    def __init__(self, began: float) -> None:
        self.began = began
        self._carried: dict[int, float] = {}
        self._entries: list[Entry] = []

    def begin(self) -> None:
        self._entries.append(("b",))

    def decision(self, seat: int, move: str, sent: float, read: float, charged: float) -> None:
        self._entries.append(("d", seat, move, sent, read, charged))

    def fault(self, seat: int, kind: str, text: str, at: float, sent: float | None = None, charged: float = 0) -> None:
        self._entries.append(("f", seat, kind, text, at, sent, charged))

    def forced(self, seat: int, move: str) -> None:
        self._entries.append(("m", seat, move))

    def out(self, seat: int) -> None:
        self._entries.append(("o", seat))

    def carry(self, seat: int, extra: float) -> None:
        """The seat's first turn carries so many seconds of its start-up budget."""
        self._carried[seat] = extra

    def carried(self, seats: int) -> list[int]:
        """By seat, in microseconds."""
        return [_micros(self._carried.get(seat, 0.0)) for seat in range(seats)]

    def since(self, moment: float) -> int:
        """Whole microseconds from the start of the match."""
        return _micros(moment - self.began)

    def entries(self) -> list[Entry]:
        """As they are stored."""
        return [self._stored(entry) for entry in self._entries]

    def _stored(self, entry: Entry) -> Entry:
        if entry[0] == "d":
            kind, seat, move, sent, read, charged = entry
            return kind, seat, move, self.since(sent), self.since(read), _micros(charged)
        if entry[0] == "f":
            *what, at, sent, charged = entry
            return *what, self.since(at), None if sent is None else self.since(sent), _micros(charged)
        return entry


def _micros(seconds: float) -> int:
    return round(seconds * 1_000_000)


def pack(document: dict[str, Any]) -> bytes:
    """The whole record as it is stored.

    JSON in one line, then each move in one, compressed with zlib and our dictionary; after that the times as varints,
    which no general compression makes any smaller.
    """
    kept = columns(document["entries"])
    moves, times = kept.pop("moves"), kept.pop("times")
    head = {**document, "entries": kept, "commitments": _not_derived(document)}
    text = "\n".join([json.dumps(head, separators=(",", ":"), ensure_ascii=False), *moves])
    packer = zlib.compressobj(9, zdict=DICTIONARY)
    return packer.compress(text.encode()) + packer.flush() + varints.encode(times)


def unpack(blob: bytes) -> dict[str, Any]:
    """The document that was packed.  Raises zlib.error or ValueError for what is no record."""
    unpacker = zlib.decompressobj(zdict=DICTIONARY)
    head, *moves = unpacker.decompress(blob).decode().split("\n")
    document: dict[str, Any] = json.loads(head)
    times = varints.decode(unpacker.unused_data)
    document["entries"] = entries({**document["entries"], "moves": moves, "times": times})
    pairs = zip(document["commitments"], document["entropies"], strict=True)
    document["commitments"] = [_commitment(entropy) if kept is None else kept for kept, entropy in pairs]
    return document


def _not_derived(document: dict[str, Any]) -> list[str | None]:
    """The commitments of the seats, without those that follow from what was revealed."""
    pairs = zip(document["commitments"], document["entropies"], strict=True)
    return [None if entropy is not None and kept == _commitment(entropy) else kept for kept, entropy in pairs]


def _commitment(entropy: str) -> str:
    return commitment(bytes.fromhex(entropy)).hex()
