"""A match that is being played: the one place where time, moves, faults and their consequences meet.

Everything here runs to its end without waiting: an answer comes in, and the next turns have been handed out when the
call returns.
"""

import logging
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b

from muggins import crash
from muggins.games import get
from muggins.games.base import EVERYONE, Deals, Event, IllegalMove, side_of, sides
from muggins.games.dealing import SeededDeals, commitment
from muggins.games.match import Match, MatchRules
from muggins.referee.ending import termination_of
from muggins.referee.handshake import Handshake
from muggins.referee.outcome import Outcome
from muggins.referee.record import Record
from muggins.referee.seats import Happening, Player, Turn
from muggins.referee.timing import Clock, Deadlines, TimeControl, Timed

log = logging.getLogger(__name__)

DealSource = Callable[[bytes], Deals]  # from a match's seed

MAX_MOVE_LENGTH = 64
FAULT_NOTICES = {"timeout": "timeout", "disconnected": "timeout", "protocol": "protocol"}  # the rest: illegal_move


@dataclass(frozen=True, slots=True)
class MatchSpec:
    """All that is fixed about a match before it starts."""

    id: str
    rules: MatchRules
    time: TimeControl
    bots: tuple[str, ...]  # by seat
    server_seed: bytes = field(repr=False)
    event: str = ""
    rated: bool = True
    shown_as: tuple[str, ...] = ()  # what the bots are called to each other; empty means by their names
    rotating_partners: bool = False  # a partner was assigned by rotation, not chosen


class _Cap(Timed):
    """The time that a whole match may take."""

    __slots__ = ("live",)

    def __init__(self, live: "LiveMatch") -> None:
        super().__init__()
        self.live = live

    def expire(self) -> None:
        self.live.stop("time_cap")


class LiveMatch:
    """One match between bots, from its start to its end."""

    def __init__(
        self,
        spec: MatchSpec,
        clock: Clock,
        deadlines: Deadlines,
        secret: bytes,
        on_end: Callable[["LiveMatch"], None],
        deals: DealSource = SeededDeals,
    ) -> None:
        self.spec = spec
        self.clock = clock
        self.deadlines = deadlines
        self.commitment = commitment(spec.server_seed)
        self.match: Match | None = None  # None until the first deal
        self.players = [Player(self, s, side_of(s, spec.rules.seats), bot) for s, bot in enumerate(spec.bots)]
        self.struck: list[Player] = []  # who is out, in the order in which they went
        self.events: list[Happening] = []
        self.watchers: set[Callable[[], None]] = set()  # called when something happened
        self.termination = ""  # set when the match is over
        self.record = Record(clock.now())
        self.ended_at = 0.0
        self.ratings: Mapping[str, tuple[float, float]] = {}  # by bot, before and after; known when it is announced
        self.outcome: Outcome | None = None  # set with the announcement
        self._public = 0
        self._turn_hash = blake2b(spec.id.encode(), key=secret, digest_size=8)  # ids that count nothing
        self.game = get(spec.rules.game)
        self._cap = _Cap(self)
        self._handshake = Handshake(self)
        self._on_end = on_end
        self._deals = deals

    @property
    def over(self) -> bool:
        return bool(self.termination)

    def begin(self, absent: Collection[int] = ()) -> None:
        """Tell the bots, and wait for them.  Their channels have been set.  Those ``absent`` are out."""
        for seat in absent:
            self._no_show(self.players[seat])
        if self.spec.time.cap is not None:
            self.deadlines.set(self._cap, self.clock.now() + self.spec.time.cap)
        self._handshake.begin()

    def _no_show(self, player: Player) -> None:
        player.faults.append("no_show")
        self.record.fault(player.seat, "no_show", "was waited for, and did not come", self.clock.now())
        self._out(player)

    def _out(self, player: Player) -> None:
        player.out = True
        self.struck.append(player)
        self.record.out(player.seat)

    def ready(self, player: Player, entropy_commitment: bytes) -> None:
        self._handshake.ready(player, entropy_commitment)

    def reveal(self, player: Player, entropy: bytes) -> None:
        self._handshake.reveal(player, entropy)

    def rejoined(self, player: Player) -> None:
        """The seat has a new session."""
        assert player.channel is not None
        player.version = player.channel.ability.version
        self._handshake.rejoined(player)

    def deal(self, seed: bytes) -> None:
        """The seed is known: the first cards or tiles are dealt and the first turns handed out.

        Where every side has a seat that is out already, nobody wins.
        """
        if len({player.side for player in self.struck}) == sides(self.spec.rules.seats):
            self._finish()
            return
        try:
            self._begin_play(seed)
        except Exception:
            self.broke()

    def _begin_play(self, seed: bytes) -> None:
        crash.point("deal")
        self.match = Match(self.spec.rules, self._deals(seed))
        self.record.begin()
        self._happened(self.match.begin())
        crash.point("deal.dealt")
        for player in self.struck:
            self._happened(self.match.strike_out(player.seat))
        self._go_on()

    def answer(self, turn: Turn, move: str, now: float) -> None:
        """A seat answered the turn that waits for it."""
        crash.point("answer")
        if turn.shows_at is not None and now < turn.shows_at:
            turn.held = move, now
            turn.player.inbox.pop(turn.id, None)
        else:
            self._decide(turn, move, now)

    def _decide(self, turn: Turn, move: str, now: float) -> None:
        """The answer, read at that time, takes effect."""
        player = turn.player
        assert self.match is not None
        started = now if turn.started is None else turn.started
        charge = self.spec.time.charge(now - started, turn.extra)
        player.last_answer = now - started
        if charge > player.bank:
            self._miss(player, now, "timeout", f"your answer came {charge - player.bank:.3f} s too late")
            return
        player.last_charge = charge
        player.bank -= charge
        try:
            events = self.match.play(player.seat, move)
        except IllegalMove:
            self._refuse(player, now, move)
            return
        player.close_turn()
        player.last_fault = ""
        player.seen = len(self.events)
        written = move if move in turn.moves else self.game.canonical(move)
        self.record.decision(player.seat, written, started, now, charge)
        crash.point("answer.played")
        self._happened(events)
        self._go_on()

    def expired(self, player: Player) -> None:
        """The seat's time is up."""
        if player.turn is None:
            self._handshake.expired(player)
        elif player.turn.held is not None:
            self._decide(player.turn, *player.turn.held)
        elif player.channel is None:
            self._miss(player, self.clock.now(), "disconnected", "you were not connected when your time was up")
        else:
            player.last_answer = self.clock.now() - (player.turn.started or self.clock.now())
            self._miss(player, self.clock.now(), "timeout", "no answer came in time")

    def _refuse(self, player: Player, now: float, move: str) -> None:
        if len(move) > MAX_MOVE_LENGTH or not move.isprintable():
            self._miss(player, now, "malformed", "your answer was no text of a move")
        else:
            self._miss(player, now, "illegal", f"{move!r} is not a legal move", refused=move)

    def _miss(self, player: Player, now: float, kind: str, text: str, refused: str = "") -> None:
        """The turn ends without an answer of the seat's own: a strike, and the referee moves for it."""
        turn = player.turn
        assert turn is not None
        player.close_turn()
        if kind in ("timeout", "disconnected"):
            player.last_charge, player.bank = player.bank, 0.0
        player.last_fault = text
        if player.channel is not None:
            player.channel.withdraw(turn)
        sent = now if turn.started is None else turn.started
        self.record.fault(player.seat, kind, refused or text, now, sent, player.last_charge)
        self._strike(player, kind, text, turn.id)
        if not self.over:
            if not player.out:
                self._force(player)
            self._go_on()

    def fault(self, player: Player, kind: str, text: str) -> None:
        """A fault outside any turn."""
        self.record.fault(player.seat, kind, text, self.clock.now())
        self._strike(player, kind, text)

    def _strike(self, player: Player, kind: str, told: str, turn_id: int = 0) -> None:
        """A strike against the seat; with the last one it is out."""
        player.faults.append(kind)
        player.tell(FAULT_NOTICES.get(kind, "illegal_move"), told, turn_id)
        if len(player.faults) >= self.spec.time.max_strikes and not player.out:
            self._strike_out(player)

    def _strike_out(self, player: Player) -> None:
        self._out(player)
        player.tell("out", f"out after {len(player.faults)} faults; the referee moves for you from now on")
        if self.match is not None:
            self._happened(self.match.strike_out(player.seat))
            if self.match.over:
                self._finish()

    def _force(self, player: Player) -> None:
        """Play the fallback, a documented function of the seat's own view."""
        assert self.match is not None
        seat = player.seat
        move = self.game.fallback(self.match.view(seat), self.match.moves(seat))
        self.record.forced(seat, move)
        self._happened(self.match.play(seat, move))

    def _happened(self, events: tuple[Event, ...]) -> None:
        for event in events:
            if event.to == EVERYONE:
                self._public += 1
                self.events.append(Happening(self._public, event))
            else:
                self.events.append(Happening(0, event))
        self.wake()

    def wake(self) -> None:
        """Let those who watch look again."""
        for wake in self.watchers:
            wake()

    def _go_on(self) -> None:
        """Hand out the turns that are due, playing for the seats that are out."""
        match = self.match
        assert match is not None
        while not match.over and not self.over:
            for seat in match.to_act:
                player = self.players[seat]
                if player.out:
                    self._force(player)
                    break
                if player.turn is None:
                    self._ask(player)
            else:
                return
        if not self.over:
            self._finish()

    def _ask(self, player: Player) -> None:
        match = self.match
        assert match is not None
        seat = player.seat
        player.turns += 1
        events = [h for h in self.events[player.seen :] if h.event.to == EVERYONE or h.event.to == seat]
        extra = 0.0
        if player.turns == 1 and not (player.channel is not None and player.channel.ability.ready):
            extra = player.start_up
            self.record.carry(seat, extra)
        hashed = self._turn_hash.copy()
        hashed.update(b"%d/%d" % (seat, player.turns))
        turn_id = int.from_bytes(hashed.digest(), "big")
        turn = Turn(turn_id, player, match.view(seat), match.moves(seat), events, extra)
        if self.spec.time.pace is not None:
            turn.shows_at = self.clock.now() + self.spec.time.pace + extra
        player.open_turn(turn)
        if player.channel is None:
            turn.handed(self.clock.now())
        else:
            player.channel.hand(turn)
        crash.point("ask")

    def broke(self) -> None:
        """An exception that is being handled is a fault of ours: the match is void, and nobody is told why."""
        log.exception("match %s broke and is void", self.spec.id)
        self.stop("void_server")

    def _finish(self) -> None:
        self.stop(termination_of(self.match, [player.faults[-1] for player in self.struck]))

    def stop(self, termination: str) -> None:
        """The match ends here and now.  What the bots are told waits for ``announce``."""
        if self.over:
            return
        self.termination = termination
        self.ended_at = self.clock.now()
        crash.point("stop")
        self._cap.deadline = None
        for player in self.players:
            player.deadline = None
            if player.turn is not None and player.channel is not None:
                player.channel.withdraw(player.turn)
            player.close_turn()
        self.wake()
        self._on_end(self)

    def release(self) -> None:
        """Nobody needs the match any more but those who watch.

        It lets go of what refers back to it, above all its players, who may stand in the heap of deadlines for a
        while: so it is freed at once, without the garbage collector, which took half of the time (measured).
        """
        for player in self.players:
            del player.live
        self.players.clear()
        self.struck.clear()
        del self._cap.live
        del self._handshake, self._cap
