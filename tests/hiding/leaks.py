"""Leaks, each planted in the product's own code by a patch: they show that the harness finds what it is there to find.

Most copy a mistake that a server of this kind might make: a list in the order of dealing, a counter that all seats
share, a helpful text.
"""

import itertools
import sys
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import pytest
from sqlalchemy import Connection, update

from muggins.api import matches, wire
from muggins.api.encoding import VARINT, delimited, tag, varint
from muggins.api.session import Session
from muggins.games import cribbage_state
from muggins.games.base import EVERYONE, Event
from muggins.games.cards import CARDS
from muggins.games.cribbage_state import CribbageState
from muggins.games.cribbage_view import CribbageView
from muggins.games.fives import FivesState
from muggins.games.tiles import TILES, canonical
from muggins.referee import live, watching
from muggins.referee.live import LiveMatch
from muggins.referee.outcome import NewMatch
from muggins.referee.referee import Referee
from muggins.referee.seats import Player, Turn
from muggins.store import attempts, models
from muggins.v1 import matches_pb2
from tests.hiding.script import TICK


class Leak(NamedTuple):
    """Where a planted leak shows, and how it is planted."""

    game: str
    plant: Callable[[pytest.MonkeyPatch], None]
    seats: int
    manner: str
    ending: str


LEAKS: Final[dict[str, Leak]] = {}


def leak(game: str, *, seats: int = 3, manner: str = "clean", ending: str = "") -> Callable[..., Any]:
    def add(plant: Callable[[pytest.MonkeyPatch], None]) -> None:
        LEAKS[plant.__name__] = Leak(game, plant, seats, manner, ending)

    return add


def change(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, how: Callable[..., Any]) -> None:
    """Let ``how(result, *arguments)`` say what a function or method returns."""
    real = getattr(owner, name)
    monkeypatch.setattr(owner, name, lambda *given: how(real(*given), *given))


def before(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, what: Callable[..., Any]) -> None:
    """Let ``what(*arguments)`` happen first."""
    real = getattr(owner, name)
    monkeypatch.setattr(owner, name, lambda *given: (what(*given), real(*given))[1])


def strength(match: LiveMatch, seat: int) -> int:
    """Something that hangs on the hand of the next seat."""
    assert match.match is not None
    view: Any = match.match.view((seat + 1) % match.spec.rules.seats)
    return sum(piece[0] in "5689TJQK" for piece in view.hand)


def others(player: Player) -> list[Player]:
    return [other for other in player.live.players if other is not player]


# What the rules show.


@leak("cribbage")
def a_hand_in_the_order_of_dealing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cribbage_state, "from_pieces", lambda pieces: tuple(CARDS[piece] for piece in pieces))


@leak("cribbage")
def a_lay_away_that_is_a_public_event(monkeypatch: pytest.MonkeyPatch) -> None:
    def published(events: tuple[Event, ...], *_: Any) -> tuple[Event, ...]:
        return tuple(event._replace(to=EVERYONE) if event.kind == "lay_away" else event for event in events)

    change(monkeypatch, CribbageState, "play", published)


@leak("cribbage")
def the_crib_by_contributor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cribbage_state, "in_order", tuple)


@leak("cribbage")
def the_starter_before_it_is_turned(monkeypatch: pytest.MonkeyPatch) -> None:
    def early(view: CribbageView, state: CribbageState, _: int | None) -> CribbageView:
        return view._replace(starter=state._next_starter)

    change(monkeypatch, CribbageState, "view", early)


@leak("fives-and-threes")
def tiles_out_of_play_at_the_end_of_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    def show(state: FivesState, _: str, events: list[Event]) -> None:
        seen = {canonical(tile) for tile in state.line}.union(*(state.view(seat).hand for seat in range(state.seats)))
        events.append(Event("aside", pieces=tuple(tile for tile in TILES if tile not in seen)))

    before(monkeypatch, FivesState, "_end_round", show)


@leak("fives-and-threes")
def tiles_left_in_hands_at_the_end_of_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    def show(state: FivesState, _: str, events: list[Event]) -> None:
        events += [Event("left", seat, state.view(seat).hand) for seat in range(state.seats)]

    before(monkeypatch, FivesState, "_end_round", show)


# What a frame holds, how long it is and when it goes out.


@leak("fives-and-threes")
def an_id_from_a_counter(monkeypatch: pytest.MonkeyPatch) -> None:
    counter = itertools.count(1)
    change(monkeypatch, Turn, "__init__", lambda _, turn, *more: setattr(turn, "id", next(counter)))


@leak("fives-and-threes", seats=4)
def a_frame_as_long_as_another_hand_is_strong(monkeypatch: pytest.MonkeyPatch) -> None:
    def padded(data: bytes, turn: Turn, _: float) -> bytes:
        return data + delimited(tag(15), b"." * strength(turn.player.live, turn.player.seat))

    change(monkeypatch, wire, "turn_bytes", padded)


@leak("cribbage", seats=4)
def a_frame_as_late_as_another_hand_is_strong(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = Session.hand

    def slow(session: Session, turn: Turn) -> None:
        delay = strength(turn.player.live, turn.player.seat) * TICK / 64
        session._loop.call_later(delay, hand, session, turn)

    monkeypatch.setattr(Session, "hand", slow)


@leak("fives-and-threes", seats=2, ending="cancel")
def hands_in_the_last_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    def with_hand(data: bytes, match: LiveMatch, seat: int) -> bytes:
        return data + delimited(tag(15), b"." * strength(match, seat))

    change(monkeypatch, wire, "end_bytes", with_hand)


def number_in_the_clock(monkeypatch: pytest.MonkeyPatch, number: Callable[[Player], float]) -> None:
    def told(data: bytes, turn: Turn, _: float) -> bytes:
        return data + tag(15, VARINT) + varint(int(number(turn.player)))

    change(monkeypatch, wire, "_clock", told)


@leak("cribbage")
def the_thinking_time_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    number_in_the_clock(monkeypatch, lambda player: sum(other.last_answer * 1e6 for other in others(player)))


@leak("fives-and-threes", manner="late")
def the_bank_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    number_in_the_clock(monkeypatch, lambda player: sum(other.bank * 1e6 for other in others(player)))


@leak("fives-and-threes", manner="messy")
def the_strikes_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    number_in_the_clock(monkeypatch, lambda player: sum(len(other.faults) for other in others(player)))


@leak("cribbage", manner="messy")
def how_often_others_came_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def count(match: LiveMatch, player: Player) -> None:
        vars(match).setdefault("back", []).append(player)

    def back(player: Player) -> int:
        return sum(other is not player for other in vars(player.live).get("back", ()))

    before(monkeypatch, LiveMatch, "rejoined", count)
    number_in_the_clock(monkeypatch, back)


# Who is told what went wrong.


@leak("fives-and-threes", seats=2, manner="messy")
def a_refused_move_of_another_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    def tell(_: LiveMatch, player: Player, *refused: Any) -> None:
        for other in others(player):
            other.tell("illegal_move", f"seat {player.seat} tried {refused[-1]}")

    before(monkeypatch, LiveMatch, "_refuse", tell)


@leak("cribbage", manner="doomed")
def who_is_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def tell(_: LiveMatch, player: Player) -> None:
        for other in others(player):
            other.tell("out", f"seat {player.seat} is out")

    before(monkeypatch, LiveMatch, "_strike_out", tell)


@leak("fives-and-threes", manner="late")
def a_flag_on_forced_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    force = LiveMatch._force

    def flagged(match: LiveMatch, player: Player) -> None:
        place = len(match.events)
        force(match, player)
        match.events[place].event = match.events[place].event._replace(why="forced")

    monkeypatch.setattr(LiveMatch, "_force", flagged)


@leak("cribbage", ending="void")
def the_text_of_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def tell(match: LiveMatch) -> None:
        for player in match.players:
            player.tell("protocol", str(sys.exc_info()[1])[:400])

    before(monkeypatch, LiveMatch, "broke", tell)


@leak("cribbage")
def that_a_turn_waits_for_another_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    def tell(referee: Referee, presence: Any, channel: Any, turn_id: int, *_: Any) -> None:
        if turn_id in {waiting for bot in referee.lobby._bots.values() if bot is not presence for waiting in bot.turns}:
            channel.notice("not_pending", "that turn waits for another bot", turn_id=turn_id)

    before(monkeypatch, Referee, "decide", tell)


# What everybody can read.


@leak("cribbage")
def events_numbered_with_the_private_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    def count_all(match: LiveMatch, *_: Any) -> None:
        match._public = len(match.events)

    before(monkeypatch, LiveMatch, "_happened", count_all)


@leak("fives-and-threes")
def a_feed_of_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    class Anybody(int):
        __hash__ = int.__hash__

        def __eq__(self, other: object) -> bool:
            return True

    monkeypatch.setattr(watching, "EVERYONE", Anybody())


@leak("cribbage")
def a_feed_that_stirs_at_each_lay_away(monkeypatch: pytest.MonkeyPatch) -> None:
    def stir(events: tuple[Event, ...], *_: Any) -> tuple[Event, ...]:
        return (*events, Event("stir")) if events[0].kind == "lay_away" else events

    change(monkeypatch, CribbageState, "play", stir)


@leak("fives-and-threes")
def the_log_of_a_running_match(monkeypatch: pytest.MonkeyPatch) -> None:
    async def log(service: Any, request: matches_pb2.GetMatchLogRequest, _: Any) -> Any:
        match = service._referee.live[request.match_id]
        yield matches_pb2.GetMatchLogResponse(lines=repr([happening.event for happening in match.events]))

    monkeypatch.setattr(matches.MatchService, "GetMatchLog", log)


@leak("cribbage")
def a_commitment_that_is_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "commitment", lambda seed: seed)


@leak("cribbage")
def the_seed_in_an_open_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def write(conn: Connection, match: NewMatch) -> None:
        conn.execute(update(models.tournaments).values(definition=match.server_seed.hex()))

    before(monkeypatch, attempts, "begin", write)
