"""What the server tells a bot besides turns, as frozen types."""

from collections.abc import Mapping
from typing import NamedTuple

from google.protobuf.descriptor import EnumDescriptor

from muggins.v1 import event_pb2, play_pb2


class Event(NamedTuple):
    """One thing that happened in a match."""

    number: int  # public events are numbered from 1; an event for your seat alone has 0
    kind: str  # such as "play", "place", "knock", "score"
    seat: int | None
    pieces: tuple[str, ...]
    side: int | None
    points: int  # what the side gained
    offered: int  # what was earned before a rule voided or cut it
    why: str
    parts: tuple[tuple[str, int], ...]  # what ``offered`` is made of, where it is made of several things
    total: int | None  # the side's score after a score; a count, a sum of ends, or a number after other kinds


class MatchStart(NamedTuple):
    """A match that begins."""

    match_id: str
    game: str
    rules_version: int
    seat: int
    bots: tuple[str, ...]  # by seat
    options: Mapping[str, str]
    games: int  # a match is so many games, or ...
    first_to: int  # ... first to so many game points, where this is not 0
    event: str
    rated: bool


class SideResult(NamedTuple):
    points: int  # game points
    place: int  # 0 is first; equal sides share a place
    score: int


class MatchEnd(NamedTuple):
    """A match that has its result."""

    match_id: str
    termination: str  # such as "finished" or "forfeit_timeout"
    sides: tuple[SideResult, ...]
    rating_before: float  # both 0 where the match is unrated
    rating_after: float


class Notice(NamedTuple):
    """Something the server has to say."""

    kind: str  # such as "illegal_move"; one that this kit does not know is its number
    match_id: str
    turn_id: int
    text: str


def event_of(event: event_pb2.Event) -> Event:
    return Event(
        event.number,
        event.kind,
        event.seat if event.HasField("seat") else None,
        tuple(event.pieces),
        event.side if event.HasField("side") else None,
        event.points,
        event.offered,
        event.why,
        tuple((part.why, part.points) for part in event.parts),
        event.total if event.HasField("total") else None,
    )


def start_of(start: play_pb2.MatchStart) -> MatchStart:
    return MatchStart(
        start.match_id,
        start.game,
        start.rules_version,
        start.seat,
        tuple(start.bots),
        dict(start.options),
        start.games,
        start.first_to,
        start.event,
        start.rated,
    )


def end_of(end: play_pb2.MatchEnd) -> MatchEnd:
    return MatchEnd(
        end.match_id,
        _word(play_pb2.Termination.DESCRIPTOR, "TERMINATION_", end.termination),
        tuple(SideResult(side.points, side.place, side.score) for side in end.sides),
        end.rating_before,
        end.rating_after,
    )


def notice_of(notice: play_pb2.Notice) -> Notice:
    kind = _word(play_pb2.NoticeKind.DESCRIPTOR, "NOTICE_KIND_", notice.kind)
    return Notice(kind, notice.match_id, notice.turn_id, notice.text)


def _word(enum: EnumDescriptor, prefix: str, number: int) -> str:
    """The enum value's name without its prefix, in small letters; a newer server's unknown value is its number."""
    value = enum.values_by_number.get(number)
    return value.name.removeprefix(prefix).lower() if value else str(number)
