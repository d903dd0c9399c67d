"""Reading a TOML table strictly: every key known, every value of the right kind and size, one clear line if not."""

import math
import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import TypeGuard, TypeVar

T = TypeVar("T")

LONGEST_TIME = 86_400.0  # a day, in seconds
UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
_TIME = re.compile(r"(\d{1,9}(?:\.\d{1,9})?) ?(ms|s|m|h)", re.ASCII)
_BARE = re.compile(r"[A-Za-z0-9_-]{1,40}")


class EventError(ValueError):
    """An event file cannot be used: which file, which key (empty: the whole file), and what is allowed."""

    def __init__(self, source: str, key: str, problem: str) -> None:
        self.source, self.key, self.problem = one_line(source), key, one_line(problem)
        super().__init__(": ".join(part for part in (self.source, self.key, self.problem) if part))


def one_line(text: str) -> str:
    """The text with line ends and other control characters escaped, so that a message stays one line."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def shown(value: object) -> str:
    """A value of the file, short enough for a message."""
    if isinstance(value, dict | list):
        return "a table" if isinstance(value, dict) else "an array"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and abs(value) >= 10**20:
        return "a number of more than 20 digits"
    text = str(value)
    text = text if len(text) <= 40 else text[:37] + "..."
    return f'"{text}"' if isinstance(value, str) else text


class Table:
    """One table of an event file.  Each reader returns the key's value, or the default where the key is not there."""

    def __init__(self, source: str, path: str, values: dict[str, object]) -> None:
        self.source, self.path, self.values = source, path, values

    def error(self, key: str, problem: str) -> EventError:
        """The error to raise for a key of this table."""
        name = key if _BARE.fullmatch(key) else one_line(shown(key))
        return EventError(self.source, f"{self.path}.{name}" if self.path else name, problem)

    def only(self, allowed: Sequence[str], top: Sequence[str] = ()) -> None:
        """Raise EventError for the first key that is not allowed; ``top`` are the keys of the top of the file."""
        for key in self.values:
            if key in allowed:
                continue
            if key in top:
                raise self.error(key, f"belongs at the top of the file, above the first [table], not in [{self.path}]")
            near = get_close_matches(key, allowed, n=1)
            hint = f"did you mean {near[0]}? " if near else ""
            raise self.error(key, f"unknown key; {hint}allowed: {', '.join(allowed)}")

    def required(self, key: str, what: str) -> None:
        """Raise EventError unless the key is there."""
        if key not in self.values:
            raise self.error(key, f"missing; must be {what}")

    def table(self, key: str) -> "Table":
        """The sub-table of that name; empty where the file has none."""
        value = self.values.get(key, {})
        path = f"{self.path}.{key}" if self.path else key
        if not isinstance(value, dict):
            raise self.error(key, f"must be a table ([{path}]), not {shown(value)}")
        return Table(self.source, path, value)

    def whole(self, key: str, low: int, high: int, default: T) -> int | T:
        """A whole number from low to high, both included."""
        value = self.values.get(key)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.error(key, f"must be a whole number from {low} to {high:,}, not {shown(value)}")
        return value

    def number(self, key: str, low: float, high: float, default: float) -> float:
        """A finite number from low to high, both included."""
        value = self.values.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise self.error(key, f"must be a number from {low:g} to {high:g}, not {shown(value)}")
        return float(value)

    def seconds(self, key: str, default: T, *, zero: bool) -> float | T:
        """A length of time in seconds, from a number or text such as "250ms"; ``zero`` says whether 0 is allowed."""
        value = self.values.get(key)
        if value is None:
            return default
        time = _seconds(value)
        if not 0 <= time <= LONGEST_TIME or (time == 0 and not zero):
            least = "from 0" if zero else "above 0,"
            allowed = f'seconds {least} to {LONGEST_TIME:,.0f}, as a number or as text like "250ms", "1.5s", "2m"'
            raise self.error(key, f"must be {allowed}, not {shown(value)}")
        return time

    def flag(self, key: str, default: bool) -> bool:
        value = self.values.get(key, default)
        if not isinstance(value, bool):
            raise self.error(key, f"must be true or false, not {shown(value)}")
        return value

    def choice(self, key: str, allowed: Sequence[str], default: str) -> str:
        """One of the allowed words."""
        value = self.values.get(key, default)
        if value not in allowed:
            words = " or ".join(f'"{word}"' for word in allowed)
            raise self.error(key, f"must be {words}, not {shown(value)}")
        return str(value)

    def names(self, key: str, what: str, each: str) -> tuple[str, ...]:
        """An array of different names of 3 to 32 characters; ``what`` they are, and what ``each`` must be."""
        names = self.values.get(key, [])
        if not isinstance(names, list):
            raise self.error(key, f"must be an array of {what}, not {shown(names)}")
        seen = set[str]()
        for place, name in enumerate(names, 1):
            if not is_text(name, 3, 32):
                raise self.error(key, f"number {place} must be {each}, not {shown(name)}")
            if name in seen:
                raise self.error(key, f"each enters once, but {shown(name)} is there twice")
            seen.add(name)
        return tuple(names)

    def words(self, key: str, allowed: Sequence[str], default: tuple[str, ...]) -> tuple[str, ...]:
        """An array of different words out of those allowed."""
        found = self.values.get(key)
        if found is None:
            return default
        if not isinstance(found, list):
            raise self.error(key, f"must be an array of {', '.join(allowed)}, not {shown(found)}")
        for word in found:
            if word not in allowed:
                raise self.error(key, f"allowed: {', '.join(allowed)}; not {shown(word)}")
            if found.count(word) > 1:
                raise self.error(key, f"{shown(word)} is there twice")
        return tuple(found)

    def text(self, key: str, most: int, default: str, *, least: int = 0, lines: bool = False) -> str:
        """Printable text of ``least`` to ``most`` characters; ``lines`` allows line ends too."""
        value = self.values.get(key, default)
        if not is_text(value, least, most, lines=lines):
            raise self.error(key, f"must be text of {least} to {most:,} printable characters, not {shown(value)}")
        return value


def is_text(value: object, least: int, most: int, *, lines: bool = False) -> TypeGuard[str]:
    """Whether the value is printable text of that many characters."""
    if not isinstance(value, str) or not least <= len(value) <= most:
        return False
    return (value.replace("\n", "") if lines else value).isprintable()


def _seconds(value: object) -> float:
    """The time in seconds; NaN where the value is no time."""
    if isinstance(value, str) and (match := _TIME.fullmatch(value)):
        return float(match[1]) * UNITS[match[2]]
    if isinstance(value, bool) or not isinstance(value, int | float):
        return math.nan
    return float(value) if value <= LONGEST_TIME else math.inf
