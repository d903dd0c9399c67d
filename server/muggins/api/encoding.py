"""The protocol-buffer encoding of small things, kept ready-made.

A turn is written for every decision, and most of what it holds was written before: a card, a move, a score.  So each is
encoded once and joined from then on, which costs a third of building the generated message (measured).  The result
is the encoding that the generated classes give; the tests hold it to that.
"""

from collections.abc import Sequence
from functools import lru_cache

VARINT = 0
FIXED64 = 1
LENGTH_DELIMITED = 2


def varint(number: int) -> bytes:
    """A whole number from 0 on."""
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def tag(field: int, kind: int = LENGTH_DELIMITED) -> bytes:
    return varint(field << 3 | kind)


_SIZES = tuple(varint(size) for size in range(4096))


def delimited(field_tag: bytes, body: bytes) -> bytes:
    """A field with a length: a string, bytes, or a message."""
    size = len(body)
    return field_tag + (_SIZES[size] if size < 4096 else varint(size)) + body


class Number:
    """A field that holds a number; 0 is not written, as proto3 has it."""

    __slots__ = ("_ready", "_tag")

    def __init__(self, field: int, *, ready: int = 256) -> None:
        self._tag = tag(field, VARINT)
        self._ready = (b"", *(self._tag + varint(number) for number in range(1, ready)))

    def __call__(self, number: int) -> bytes:
        return self._ready[number] if number < len(self._ready) else self._tag + varint(number)


class Text(dict[str, bytes]):
    """A repeated field of short texts in a game's notation, of which there are not many: index it by the text."""

    def __init__(self, field: int) -> None:
        super().__init__()
        self._tag = tag(field)

    def __missing__(self, text: str) -> bytes:
        encoded = self[text] = delimited(self._tag, text.encode())
        return encoded


@lru_cache(maxsize=1 << 14)
def packed(field_tag: bytes, numbers: Sequence[int]) -> bytes:
    """A repeated field of numbers (a tuple), packed."""
    return delimited(field_tag, b"".join([varint(number) for number in numbers])) if numbers else b""


def zigzag(number: int) -> int:
    """How a sint32 is written."""
    return number * 2 if number >= 0 else -number * 2 - 1
