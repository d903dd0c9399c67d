"""From the referee's views to the bytes of the protocol, and nothing back.

A turn is written for every decision, so its parts are encoded once and spliced: an event that two seats see, or that
happens again in another match, is encoded once (a cache), and a message is the joined bytes of its fields.  The result
is the same encoding that the generated classes give.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from google.protobuf.duration_pb2 import Duration

from muggins.games.base import Event
from muggins.games.cribbage_view import CribbageView
from muggins.games.fives_view import FivesView
from muggins.referee.live import LiveMatch
from muggins.referee.seats import Numbered, Turn
from muggins.referee.timing import TimeControl
from muggins.v1 import cribbage_pb2, event_pb2, fives_pb2, play_pb2

PHASES = {
    "lay-away": cribbage_pb2.CRIBBAGE_PHASE_LAY_AWAY,
    "play": cribbage_pb2.CRIBBAGE_PHASE_PLAY,
    "over": cribbage_pb2.CRIBBAGE_PHASE_OVER,
}
LENGTH_DELIMITED = 2


def tag(field: int, kind: int = LENGTH_DELIMITED) -> bytes:
    return varint(field << 3 | kind)


def varint(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


SMALL = tuple(varint(n) for n in range(4096))  # lengths and numbers that really occur


def delimited(field_tag: bytes, body: bytes) -> bytes:
    """A field with a length: a string, bytes, or a message."""
    size = len(body)
    return field_tag + (SMALL[size] if size < 4096 else varint(size)) + body


# The fields of PlayResponse, in the order in which they are sent.
WELCOME, START, NOTICE, COMMITMENTS, TURN, END, PING, GOING_AWAY = ORDER = [tag(field) for field in range(1, 9)]
TURN_EVENT = tag(9)
EVENT_NUMBER = tag(1, 0)


@lru_cache(maxsize=1 << 16)
def _event_body(event: Event) -> bytes:
    """An event without its number."""
    kind, seat, pieces, side, points, offered, why, parts, total, _ = event
    message = event_pb2.Event(
        kind=kind, seat=seat, pieces=pieces, side=side, points=points, offered=offered, why=why, total=total
    )
    for part_why, part_points in parts:
        message.parts.add(why=part_why, points=part_points)
    return message.SerializeToString()


def event_bytes(numbered: Numbered) -> bytes:
    """One event as a message."""
    number, event = numbered
    return (EVENT_NUMBER + varint(number) if number else b"") + _event_body(event)


def event_message(numbered: Numbered) -> event_pb2.Event:
    return event_pb2.Event.FromString(event_bytes(numbered))


def _cribbage(view: CribbageView) -> dict[str, Any]:
    return {
        "cribbage": cribbage_pb2.CribbageView(
            game=view.game,
            deal=view.deal,
            phase=PHASES[view.phase],
            dealer=view.dealer,
            hand=view.hand,
            laid_away=view.laid_away,
            starter=view.starter,
            count=view.count,
            pile=view.pile,
            history=view.history,
            cards_left=view.cards_left,
            scores=view.scores,
            target=view.target,
            value=view.value,
        )
    }


def _fives(view: FivesView) -> dict[str, Any]:
    return {
        "fives": fives_pb2.FivesView(
            game=view.game,
            round=view.round,
            opener=view.opener,
            hand=view.hand,
            line=view.line,
            left=view.left,
            right=view.right,
            sum=view.sum,
            history=view.history,
            tiles_left=view.tiles_left,
            scores=view.scores,
            target=view.target,
        )
    }


VIEWS: dict[type, Callable[[Any], Mapping[str, Any]]] = {CribbageView: _cribbage, FivesView: _fives}


def view_fields(view: Any) -> Mapping[str, Any]:
    """The field of a turn that carries this view.  A view of another game encodes itself."""
    known = VIEWS.get(type(view))
    if known is not None:
        return known(view)
    return {"extension": play_pb2.ExtensionView(game=view.name, view=bytes(view))}


def turn_bytes(turn: Turn, now: float) -> bytes:
    """A turn as a field of PlayResponse, with the time that is left at ``now``."""
    player = turn.player
    move_left, bank_left = turn.left(now)
    message = play_pb2.Turn(
        turn_id=turn.id,
        match_id=player.live.spec.id,
        seat=player.seat,
        clock=play_pb2.Clock(
            move_left_us=int(move_left * 1e6),
            bank_left_us=int(bank_left * 1e6),
            last_answer_us=int(player.last_answer * 1e6),
            last_charge_us=int(player.last_charge * 1e6),
            strikes=len(player.faults),
            last_fault=player.last_fault,
        ),
        legal_moves=turn.moves,
        **view_fields(turn.view),
    )
    events = b"".join([delimited(TURN_EVENT, event_bytes(e)) for e in turn.events])
    return delimited(TURN, message.SerializeToString() + events)


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
    )


def welcome_bytes(bot: str, live_matches: Iterable[str], max_message: int) -> bytes:
    limits = play_pb2.Limits(max_message_bytes=max_message)
    message = play_pb2.Welcome(bot=bot, limits=limits, live_matches=live_matches)
    return delimited(WELCOME, message.SerializeToString())


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
