"""Frames to fuzz with: messages that were right, mutated, and bytes that never were.  A seed gives the same again."""

import random
from collections.abc import Callable
from typing import Final

from muggins.v1 import play_pb2

NUMBERS: Final = (0, 1, 2**31 - 1, 2**32 - 1, 2**63, 2**64 - 1)
TEXTS: Final = ("", "AS", "5H,QD", "6-4:L", "\0", "x" * 300, "\u202e\ud7ff", "{}", "%s", "../..", "💥" * 50)
EDGES: Final = (b"", b"\0", b"\xff" * 10, b"\x80" * 10, b"\x0a\xff\xff\xff\xff\x0f", b"\x22\x00" * 50)
FEATURES: Final = [play_pb2.FEATURE_READY, play_pb2.FEATURE_ENTROPY, play_pb2.FEATURE_PING]
RAW: Final = 8  # one frame in so many never was a message


class Frames:
    """Endless frames.  ``turns`` and ``matches`` are what mutations that aim at a match put in; add what is live."""

    def __init__(self, choice: random.Random) -> None:
        self.turns: list[tuple[int, str]] = [(1, "AS")]
        self.matches: list[str] = ["m"]
        self._random = choice

    def __iter__(self) -> "Frames":
        return self

    def __next__(self) -> bytes:
        if self._random.randrange(RAW) == 0:
            return self._random.randbytes(self._random.randrange(64))
        data = self.message().SerializeToString()
        for _ in range(self._random.choice((0, 0, 1, 1, 2, 8))):
            data = self._random.choice(MUTATIONS)(data, self._random)
        return data[:65536]

    def message(self) -> play_pb2.PlayRequest:
        """One that can be read, with things in it that a bot would not say."""
        pick = self._random.choice
        request = play_pb2.PlayRequest()
        for _ in range(pick((0, 1, 1, 2, 20))):
            turn_id, move = pick(self.turns)
            request.decisions.add(turn_id=pick((turn_id, pick(NUMBERS))), move=pick((move, pick(TEXTS))))
        if pick((True, False, False)):
            request.ready.add(match_id=pick(self.matches), entropy_commitment=self._random.randbytes(pick((0, 32, 33))))
        if pick((True, False, False)):
            request.reveals.add(match_id=pick((*self.matches, pick(TEXTS))), entropy=self._random.randbytes(32))
        if pick((True, False, False, False)):
            request.hello.CopyFrom(self.hello())
        if pick((True, False)):
            request.pong.nonce = pick(NUMBERS)
        if self._random.randrange(500) == 0:
            request.goodbye.SetInParent()
        return request

    def hello(self) -> play_pb2.Hello:
        pick = self._random.choice
        return play_pb2.Hello(
            bot_version=pick(TEXTS),
            games=[pick((*TEXTS, "cribbage")) for _ in range(pick((0, 1, 5)))],
            seats=[pick((2, 3, 4, 0, 2**32 - 1))] * pick((0, 1, 50)),
            max_matches=pick((0, 1, 8, 2**32 - 1)),
            share=pick((True, False)),
            features=pick(([], FEATURES[:1], FEATURES[:2], FEATURES)),
        )


def flip(data: bytes, choice: random.Random) -> bytes:
    """One bit is another."""
    if not data:
        return data
    changed = bytearray(data)
    changed[choice.randrange(len(data))] ^= 1 << choice.randrange(8)
    return bytes(changed)


def cut(data: bytes, choice: random.Random) -> bytes:
    """It ends too early."""
    return data[: choice.randrange(len(data) + 1)]


def insert(data: bytes, choice: random.Random) -> bytes:
    """Something is in between."""
    at = choice.randrange(len(data) + 1)
    return data[:at] + choice.choice(EDGES) + data[at:]


def repeat(data: bytes, choice: random.Random) -> bytes:
    """A part comes over and over."""
    first, last = sorted((choice.randrange(len(data) + 1), choice.randrange(len(data) + 1)))
    return data[:first] + data[first:last] * choice.choice((2, 3, 50)) + data[last:]


def swap(data: bytes, choice: random.Random) -> bytes:
    """The end comes before the beginning."""
    at = choice.randrange(len(data) + 1)
    return data[at:] + data[:at]


MUTATIONS: Final[tuple[Callable[[bytes, random.Random], bytes], ...]] = (flip, cut, insert, repeat, swap)
