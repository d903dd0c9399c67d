"""Whole numbers in as few bytes as they need: seven bits a byte, the lowest first, the sign in the lowest of all."""

from collections.abc import Iterable


def encode(numbers: Iterable[int]) -> bytes:
    coded = bytearray()
    for number in numbers:
        rest = number << 1 if number >= 0 else ~(number << 1)
        while rest > 127:
            coded.append(rest & 127 | 128)
            rest >>= 7
        coded.append(rest)
    return bytes(coded)


def decode(coded: bytes) -> list[int]:
    """Raises ValueError where the last number is cut off."""
    numbers = list[int]()
    rest = shift = 0
    for byte in coded:
        rest |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(~(rest >> 1) if rest & 1 else rest >> 1)
            rest = shift = 0
    if shift:
        raise ValueError("the last number is cut off")
    return numbers
