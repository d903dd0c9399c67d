"""What is kept of a match: the little that cannot be derived again.

An entry is a list that starts with one letter.  Times are whole microseconds since the match started.

==== =============================================== ====================================================
b                                                    the first deal
d    seat, move, sent, read, charged                 a decision that was accepted
f    seat, kind, text, at                            a fault: a strike against the seat
m    seat, move                                      a move that the referee made for the seat
o    seat                                            the seat is out
==== =============================================== ====================================================
"""

import json
import zlib
from typing import Any

FORMAT = 1
Entry = list[Any]


class Record:
    """The entries of one match, in the order in which they took effect."""

    __slots__ = ("began", "entries")

    def __init__(self, began: float) -> None:
        self.began = began
        self.entries: list[Entry] = []

    def since(self, moment: float) -> int:
        return round((moment - self.began) * 1_000_000)

    def begin(self) -> None:
        self.entries.append(["b"])

    def decision(self, seat: int, move: str, sent: float, read: float, charged: float) -> None:
        self.entries.append(["d", seat, move, self.since(sent), self.since(read), round(charged * 1_000_000)])

    def fault(self, seat: int, kind: str, text: str, at: float) -> None:
        self.entries.append(["f", seat, kind, text, self.since(at)])

    def forced(self, seat: int, move: str) -> None:
        self.entries.append(["m", seat, move])

    def out(self, seat: int) -> None:
        self.entries.append(["o", seat])


def pack(document: dict[str, Any]) -> bytes:
    """The whole record as it is stored: JSON, compressed with zlib."""
    return zlib.compress(json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode(), 6)


def unpack(blob: bytes) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(zlib.decompress(blob))
    return document
