"""From what the referee tells a bot to the bytes of the protocol, and nothing back."""

from collections.abc import Iterable
from functools import lru_cache

from google.protobuf.duration_pb2 import Duration

from muggins.api.encoding import FIXED64, VARINT, Number, Text, delimited, tag, varint
from muggins.api.views import view_bytes
from muggins.games.base import Event
from muggins.referee.live import LiveMatch
from muggins.referee.seats import Happening, Turn
from muggins.referee.timing import TimeControl
from muggins.v1 import event_pb2, play_pb2

# The fields of PlayResponse, in the order in which they are sent.
WELCOME, START, NOTICE, COMMITMENTS, TURN, END, PING, GOING_AWAY = ORDER = [tag(field) for field in range(1, 9)]

_EVENT_NUMBER = Number(1)
_TURN_EVENT, _TURN_ID, _TURN_MATCH, _TURN_SEAT, _TURN_CLOCK = tag(9), tag(1, FIXED64), tag(2), Number(3), tag(4)
_TURN_MOVE = Text(8)
_MOVE_LEFT, _BANK_LEFT, _LAST_ANSWER, _LAST_CHARGE = (tag(field, VARINT) for field in (1, 2, 3, 4))
_STRIKES, _LAST_FAULT = Number(5), tag(6)


@lru_cache(maxsize=1 << 16)
def _event_body(event: Event) -> bytes:
    """An event without its number; the same things happen again and again."""
    kind, seat, pieces, side, points, offered, why, parts, total, _ = event
    message = event_pb2.Event(
        kind=kind, seat=seat, pieces=pieces, side=side, points=points, offered=offered, why=why, total=total
    )
    for part_why, part_points in parts:
        message.parts.add(why=part_why, points=part_points)
    return message.SerializeToString()


def event_field(happening: Happening) -> bytes:
    """An event as a field of a turn.  It is kept, since all seats of the match are told the same bytes."""
    if happening.encoded is None:
        number = _EVENT_NUMBER(happening.number)
        happening.encoded = delimited(_TURN_EVENT, number + _event_body(happening.event))
    return happening.encoded


def event_message(happening: Happening) -> event_pb2.Event:
    message = event_pb2.Event.FromString(_event_body(happening.event))
    message.number = happening.number
    return message


def _clock(turn: Turn, now: float) -> bytes:
    player = turn.player
    move_left, bank_left = turn.left(now)
    return (
        _often(_MOVE_LEFT, move_left)
        + _often(_BANK_LEFT, bank_left)
        + _micros(_LAST_ANSWER, player.last_answer)
        + _often(_LAST_CHARGE, player.last_charge)
        + _STRIKES(len(player.faults))
        + (delimited(_LAST_FAULT, player.last_fault.encode()) if player.last_fault else b"")
    )


def _micros(field_tag: bytes, seconds: float) -> bytes:
    micros = int(seconds * 1e6)
    return field_tag + varint(micros) if micros else b""


_often = lru_cache(maxsize=1 << 12)(_micros)  # a full clock, a bank that was not touched


def turn_bytes(turn: Turn, now: float) -> bytes:
    """A turn as a field of PlayResponse, with the time that is left at ``now``."""
    player = turn.player
    return delimited(
        TURN,
        b"".join(
            [
                _TURN_ID,
                turn.id.to_bytes(8, "little"),
                delimited(_TURN_MATCH, player.live.spec.id.encode()),
                _TURN_SEAT(player.seat),
                delimited(_TURN_CLOCK, _clock(turn, now)),
                view_bytes(turn.view),
                *[_TURN_MOVE[move] for move in turn.moves],
                *[event_field(happening) for happening in turn.events],
            ]
        ),
    )


def duration(seconds: float) -> Duration:
    micros = round(seconds * 1e6)
    return Duration(seconds=micros // 1_000_000, nanos=micros % 1_000_000 * 1000)


def time_control(time: TimeControl) -> play_pb2.TimeControl:
    return play_pb2.TimeControl(
        start_up=duration(time.start_up),
        move=duration(time.move),
        bank=duration(time.bank),
        margin=duration(time.margin),
        cap=None if time.cap is None else duration(time.cap),
        max_strikes=time.max_strikes,
        pace=None if time.pace is None else duration(time.pace),
    )


def welcome_bytes(bot: str, live_matches: Iterable[str], max_message: int) -> bytes:
    limits = play_pb2.Limits(max_message_bytes=max_message)
    message = play_pb2.Welcome(bot=bot, limits=limits, live_matches=live_matches)
    return delimited(WELCOME, message.SerializeToString())


def ping_bytes(nonce: int) -> bytes:
    return delimited(PING, play_pb2.Ping(nonce=nonce).SerializeToString())


def going_away_bytes(reason: str, come_back_after: float) -> bytes:
    message = play_pb2.GoingAway(reason=reason, come_back_after=duration(come_back_after))
    return delimited(GOING_AWAY, message.SerializeToString())


def start_bytes(live: LiveMatch, seat: int) -> bytes:
    """The start of a match as a field of PlayResponse."""
    spec = live.spec
    message = play_pb2.MatchStart(
        match_id=spec.id,
        game=spec.rules.game,
        rules_version=live.game.rules_version,
        seat=seat,
        bots=spec.shown_as or spec.bots,
        options={key: str(value) for key, value in spec.rules.options.items()},
        games=0 if spec.rules.first_to else spec.rules.games,
        first_to=spec.rules.first_to or 0,
        time=time_control(spec.time),
        server_commitment=live.commitment,
        event=spec.event,
        rated=spec.rated,
    )
    return delimited(START, message.SerializeToString())


def notice_bytes(kind: str, text: str, match_id: str, turn_id: int) -> bytes:
    number = play_pb2.NoticeKind.Value(f"NOTICE_KIND_{kind.upper()}")
    message = play_pb2.Notice(kind=number, match_id=match_id, turn_id=turn_id, text=text)
    return delimited(NOTICE, message.SerializeToString())


def commitments_bytes(live: LiveMatch, commitments: Iterable[bytes]) -> bytes:
    message = play_pb2.Commitments(match_id=live.spec.id, entropy_commitments=commitments)
    return delimited(COMMITMENTS, message.SerializeToString())


def termination(name: str) -> play_pb2.Termination.ValueType:
    return play_pb2.Termination.Value(f"TERMINATION_{name.upper()}")


def side_results(points: Iterable[int], places: Iterable[int], scores: Iterable[int]) -> list[play_pb2.SideResult]:
    return [play_pb2.SideResult(points=p, place=q, score=s) for p, q, s in zip(points, places, scores, strict=True)]


def end_bytes(live: LiveMatch, seat: int) -> bytes:
    """The end of a match as a field of PlayResponse, as that seat may see it."""
    before, after = live.ratings.get(live.spec.bots[seat], (0.0, 0.0))
    outcome = live.outcome
    assert outcome is not None
    message = play_pb2.MatchEnd(
        match_id=live.spec.id,
        termination=termination(outcome.termination),
        sides=side_results(outcome.points, outcome.places, outcome.scores),
        rating_before=before,
        rating_after=after,
        server_seed=live.spec.server_seed,
        entropies=[p.entropy or b"" for p in live.players],
    )
    return delimited(END, message.SerializeToString())
