"""A seat of a match that is being played, and the question that waits there for an answer."""

from typing import TYPE_CHECKING, Any

from muggins.games.base import Event, Seat, Side
from muggins.referee.people import Channel
from muggins.referee.timing import Timed

if TYPE_CHECKING:
    from muggins.referee.live import LiveMatch


class Happening:
    """An event of a match with its number: public events are numbered from 1, one for a seat alone has 0."""

    __slots__ = ("encoded", "event", "number")

    def __init__(self, number: int, event: Event) -> None:
        self.number = number
        self.event = event
        self.encoded: bytes | None = None  # a place for the transport to keep its bytes in


class Turn:
    """A question to a seat, complete in itself."""

    __slots__ = ("events", "extra", "held", "id", "moves", "player", "shows_at", "started", "view")

    def __init__(
        self, turn_id: int, player: "Player", view: Any, moves: tuple[str, ...], events: list[Happening], extra: float
    ) -> None:
        self.id = turn_id
        self.player = player
        self.view = view
        self.moves = moves
        self.events = events
        self.extra = extra  # seconds of start-up budget that this turn carries
        self.started: float | None = None  # when its clock started
        self.shows_at: float | None = None  # when its answer takes effect, in a match with a pace
        self.held: tuple[str, float] | None = None  # the answer until then, and when it was read

    def handed(self, now: float) -> None:
        """The clock starts now, unless it already runs."""
        if self.started is None or now < self.started:
            self.started = now
            player = self.player
            time = player.live.spec.time
            player.live.deadlines.set(player, self.shows_at or now + time.margin + time.move + self.extra + player.bank)

    def left(self, now: float) -> tuple[float, float]:
        """Seconds of move time and of bank that are left."""
        time = self.player.live.spec.time
        elapsed = 0.0 if self.started is None else now - self.started
        move = time.move + self.extra - elapsed
        return max(0.0, move), max(0.0, self.player.bank - time.charge(elapsed, self.extra))


class Player(Timed):
    """What the referee keeps for one seat."""

    __slots__ = (
        "bank",
        "bot",
        "channel",
        "commitment",
        "entropy",
        "faults",
        "inbox",
        "last_answer",
        "last_charge",
        "last_fault",
        "live",
        "out",
        "seat",
        "seen",
        "side",
        "start_up",
        "turn",
        "turns",
        "version",
    )

    def __init__(self, live: "LiveMatch", seat: Seat, side: Side, bot: str) -> None:
        super().__init__()
        self.live = live
        self.seat = seat
        self.side = side
        self.bot = bot
        self.version = ""
        self.channel: Channel | None = None
        self.bank = live.spec.time.bank
        self.start_up = live.spec.time.start_up  # what is left of it
        self.turn: Turn | None = None
        self.inbox: dict[int, Turn] = {}  # all turns that wait for this bot, in all its matches
        self.turns = 0  # asked so far
        self.seen = 0  # events that were there when this seat last answered
        self.faults: list[str] = []
        self.out = False
        self.last_answer = 0.0
        self.last_charge = 0.0
        self.last_fault = ""
        self.commitment = b""
        self.entropy: bytes | None = None

    def open_turn(self, turn: Turn) -> None:
        self.turn = self.inbox[turn.id] = turn

    def close_turn(self) -> None:
        """Nothing is asked of the seat any more, and no time runs."""
        if self.turn is not None:
            self.inbox.pop(self.turn.id, None)
            self.turn = None
        self.deadline = None

    def expire(self) -> None:
        try:
            self.live.expired(self)
        except Exception:
            self.live.broke()

    def tell(self, kind: str, text: str, turn_id: int = 0) -> None:
        if self.channel is not None:
            self.channel.notice(kind, text, self.live.spec.id, turn_id)
