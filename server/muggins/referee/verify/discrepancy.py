"""What is said when something in a log does not hold."""

from collections.abc import Mapping
from typing import Any, NoReturn

Line = Mapping[str, Any]


class Discrepancy(Exception):
    """Something in a log that does not follow from the rest: ``kind`` for machines, ``text`` for people.

    ``line`` counts from 1; 0 where it is not about one line.
    """

    def __init__(self, kind: str, line: int, text: str) -> None:
        super().__init__(f"line {line}: {text}" if line else text)
        self.kind = kind
        self.line = line
        self.text = text


class Found(Exception):
    """A discrepancy in the line that is being looked at, whose number is known further up."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


def found(kind: str, text: str) -> NoReturn:
    raise Found(kind, text)
