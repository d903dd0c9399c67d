"""What is kept of a match: the little that cannot be derived again.

An entry is a tuple that starts with one letter.  Times are whole microseconds since the match started.

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
Entry = tuple[Any, ...]


class Record:
    """The entries of one match, in the order in which they took effect; times in seconds of the clock."""

    __slots__ = ("_entries", "began")

    def __init__(self, began: float) -> None:
        self.began = began
        self._entries: list[Entry] = []

    def begin(self) -> None:
        self._entries.append(("b",))

    def decision(self, seat: int, move: str, sent: float, read: float, charged: float) -> None:
        self._entries.append(("d", seat, move, sent, read, charged))

    def fault(self, seat: int, kind: str, text: str, at: float) -> None:
        self._entries.append(("f", seat, kind, text, at))

    def forced(self, seat: int, move: str) -> None:
        self._entries.append(("m", seat, move))

    def out(self, seat: int) -> None:
        self._entries.append(("o", seat))

    def since(self, moment: float) -> int:
        """Whole microseconds from the start of the match."""
        return round((moment - self.began) * 1_000_000)

    def entries(self) -> list[Entry]:
        """As they are stored."""
        return [self._stored(entry) for entry in self._entries]

    def _stored(self, entry: Entry) -> Entry:
        if entry[0] == "d":
            kind, seat, move, sent, read, charged = entry
            return kind, seat, move, self.since(sent), self.since(read), round(charged * 1_000_000)
        if entry[0] == "f":
            return *entry[:-1], self.since(entry[-1])
        return entry


def pack(document: dict[str, Any]) -> bytes:
    """The whole record as it is stored: JSON, compressed with zlib."""
    return zlib.compress(json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode(), 6)


def unpack(blob: bytes) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(zlib.decompress(blob))
    return document
