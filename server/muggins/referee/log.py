"""From the record of a match to its whole log: every line follows from the record and the rules.

A log is a header, then one line for each thing that happened, then the result; docs/log.md has every field.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from muggins.games.base import EVERYONE, NOBODY, Event
from muggins.games.dealing import SeededDeals, commitment, match_seed
from muggins.games.match import Match, MatchRules
from muggins.referee.columns import Entry
from muggins.referee.ending import result_of
from muggins.referee.outcome import Termination

Line = dict[str, Any]
HEADER = (
    "format",
    "match_id",
    "game",
    "rules_version",
    "seats",
    "options",
    "games",
    "first_to",
    "first",
    "lead",
    "max_rounds",
    "time",
    "event",
    "rated",
    "rotating_partners",
    "bots",
    "server_seed",
    "commitments",
    "entropies",
    "carried_us",
)


def rules_of(document: Mapping[str, Any]) -> MatchRules:
    """The rules that a record was played by."""
    keys = ("game", "seats", "options", "games", "first_to", "first", "lead", "max_rounds")
    return MatchRules(**{key: document[key] for key in keys})


def seed_of(document: Mapping[str, Any]) -> bytes:
    """The seed that a record was dealt from."""
    entropies = [None if e is None else bytes.fromhex(e) for e in document["entropies"]]
    return match_seed(bytes.fromhex(document["server_seed"]), entropies)


def lines(document: Mapping[str, Any]) -> Iterator[Line]:
    """The log of a record, line by line.  Raises IllegalMove where the record could not have been played."""
    replay = _Replay(Match(rules_of(document), SeededDeals(seed_of(document))))
    yield {
        "kind": "match",
        **{key: document[key] for key in HEADER},
        "server_commitment": commitment(bytes.fromhex(document["server_seed"])).hex(),
        "match_seed": seed_of(document).hex(),
    }
    for entry in document["entries"]:
        yield from replay.apply(entry)
    termination = Termination(document["termination"])
    result = result_of(replay.match if replay.begun else None, document["seats"], termination)
    yield {
        "kind": "result",
        "termination": termination.value,
        **{name: list(by_side) for name, by_side in result._asdict().items()},
        "took_us": document["took_us"],
        "ended_at": document["ended_at"],
    }


class _Replay:
    """A match that is played again from the entries of its record."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.begun = False
        self._public = 0
        self._out: list[int] = []  # before the first deal

    def apply(self, entry: Entry) -> Iterator[Line]:
        kind, *rest = entry
        if kind == "b":
            yield from self._begin()
        elif kind == "d":
            seat, move, sent, read, charged = rest
            yield {
                "kind": "decision",
                "seat": seat,
                "move": move,
                "sent_us": sent,
                "read_us": read,
                "charged_us": charged,
            }
            yield from self._events(self.match.play(seat, move))
        elif kind == "f":
            yield _fault(*rest)
        elif kind == "m":
            seat, move = rest
            yield {"kind": "forced", "seat": seat, "move": move}
            yield from self._events(self.match.play(seat, move))
        else:
            yield from self._strike_out(*rest)

    def _begin(self) -> Iterator[Line]:
        self.begun = True
        yield from self._events(self.match.begin())
        for seat in self._out:
            yield from self._events(self.match.strike_out(seat))

    def _strike_out(self, seat: int) -> Iterator[Line]:
        yield {"kind": "out", "seat": seat}
        if self.begun:
            yield from self._events(self.match.strike_out(seat))
        else:
            self._out.append(seat)

    def _events(self, events: Iterable[Event]) -> Iterator[Line]:
        for event in events:
            if event.to == EVERYONE:
                self._public += 1
            yield event_line(event, self._public if event.to == EVERYONE else 0)


def _fault(seat: int, fault: str, text: str, at: int, sent: int | None, charged: int) -> Line:
    """The line of a fault; where no turn was waiting it has no clock."""
    clock = {} if sent is None else {"sent_us": sent, "charged_us": charged}
    return {"kind": "fault", "seat": seat, "fault": fault, "text": text, "at_us": at, **clock}


def event_line(event: Event, number: int) -> Line:
    """An event with the fields that say something; ``n`` numbers the public ones, ``to`` is for the others."""
    line: Line = {"kind": event.kind}
    if number:
        line["n"] = number
    else:
        line["to"] = "record" if event.to == NOBODY else event.to
    fields = event._asdict()
    line |= {key: fields[key] for key in ("seat", "side", "total") if fields[key] is not None}
    line |= {"pieces": list(event.pieces)} if event.pieces else {}
    line |= {key: fields[key] for key in ("points", "offered", "why") if fields[key]}
    if event.parts:
        line["parts"] = dict(event.parts)
    if event.kind == "score":
        line |= {"points": event.points, "offered": event.offered}  # also where they are 0
    return line
