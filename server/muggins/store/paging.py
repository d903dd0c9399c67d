"""Lists in pages.  A page token holds the key of the last row shown, so that rows that come or go shift nothing."""

import binascii
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, TypeVar

from muggins.store.errors import BadPageToken

T = TypeVar("T")
DEFAULT_SIZE = 50
MAX_SIZE = 500
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Some rows of a list, and the token of the next page; empty on the last."""

    rows: Sequence[T]
    next_token: str = ""


def page_size(wanted: int) -> int:
    """How many rows a page holds: 0 means the default, and too many are cut."""
    return min(wanted, MAX_SIZE) if wanted > 0 else DEFAULT_SIZE


def page_of(rows: Sequence[T], size: int, key: Callable[[T], Sequence[Any]]) -> Page[T]:
    """The page made of up to ``size`` + 1 rows: one more than fits says that there is a next page."""
    if len(rows) <= size:
        return Page(rows)
    return Page(rows[:size], encode(key(rows[size - 1])))


def encode(key: Sequence[Any]) -> str:
    return urlsafe_b64encode(json.dumps(key, separators=(",", ":")).encode()).decode().rstrip("=")


def decode(token: str, *kinds: type) -> tuple[Any, ...]:
    """The key in the token, of these types.  Raises BadPageToken."""
    try:
        key = json.loads(urlsafe_b64decode(token + "=" * (-len(token) % 4)))
    except (binascii.Error, ValueError):
        raise BadPageToken from None
    if not isinstance(key, list) or [type(part) for part in key] != list(kinds):
        raise BadPageToken
    if any(not _storable(part) for part in key):
        raise BadPageToken
    return tuple(key)


def _storable(part: Any) -> bool:
    """Whether every database takes it as a value to compare with."""
    return "\0" not in part if isinstance(part, str) else abs(part) < 2**63


def to_micros(moment: datetime) -> int:
    """Whole microseconds since 1970, as a token carries a moment."""
    return (moment - EPOCH) // timedelta(microseconds=1)


def from_micros(micros: int) -> datetime:
    """Raises BadPageToken where no moment is so far away."""
    try:
        return EPOCH + timedelta(microseconds=micros)
    except OverflowError:
        raise BadPageToken from None
