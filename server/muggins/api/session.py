"""One session of a bot: what waits to be written to it, and the one task that writes.

Everything that is pending goes out in one message.  No new message is sent while turns of the last one are unanswered,
unless a millisecond has passed: so batches stay whole, and no slow decision holds up another match for longer.
"""

import asyncio
import secrets
from collections.abc import Callable, Iterable, Sequence

import grpc

from muggins import crash
from muggins.api import wire
from muggins.referee.live import LiveMatch
from muggins.referee.people import Ability
from muggins.referee.seats import Turn

HOLD = 0.001  # seconds for which a message waits for the answers to the one before
MAX_MESSAGE = 64 * 1024  # bytes that a bot may send at once
MAX_TURNS = 512  # in one message
QUIET = 5.0  # seconds after which a bot that said nothing is pinged
PONG_DEADLINE = 8.0
BLOCKED = 0.1  # a write that waits for longer starts the clocks of the turns behind it
WRITE_TIMEOUT = 30.0  # a bot that does not read for so long is cut off
Context = grpc.aio.ServicerContext[bytes, bytes]


class Session:
    """The channel to a bot over one stream.  ``run`` writes until the session is closed."""

    def __init__(self, context: Context, ability: Ability, now: Callable[[], float]) -> None:
        self.ability = ability
        self._context = context
        self._now = now  # by the referee's clock
        self._loop = asyncio.get_running_loop()
        self._parts: dict[bytes, list[bytes]] = {}  # by field tag
        self._turns: dict[int, Turn] = {}
        self._wake = asyncio.Event()
        self._unanswered = 0  # turns of the last message
        self._hold_until = 0.0
        self._held = False
        self._blocked_since: float | None = None
        self._closing = False
        self._pinged_at: float | None = None
        self.heard_at = now()
        self.cut: Callable[[], object] = self.close  # ends the session without another word

    def welcome(self, bot: str, live_matches: Iterable[str]) -> None:
        self.say(wire.WELCOME, wire.welcome_bytes(bot, live_matches, MAX_MESSAGE))
        crash.point("session.welcome")

    def start(self, match: LiveMatch, seat: int) -> None:
        self.say(wire.START, wire.start_bytes(match, seat))

    def commitments(self, match: LiveMatch, commitments: Sequence[bytes]) -> None:
        self.say(wire.COMMITMENTS, wire.commitments_bytes(match, commitments))

    def notice(self, kind: str, text: str, match_id: str = "", turn_id: int = 0) -> None:
        self.say(wire.NOTICE, wire.notice_bytes(kind, text, match_id, turn_id))

    def end(self, match: LiveMatch, seat: int) -> None:
        self.say(wire.END, wire.end_bytes(match, seat))

    def going_away(self, reason: str, come_back_after: float) -> None:
        self.say(wire.GOING_AWAY, wire.going_away_bytes(reason, come_back_after))

    def beat(self, *, idle: bool) -> None:
        """Look whether the bot is still there.  It is asked only while it has nothing to decide."""
        now = self._now()
        if self._blocked_since is not None and now - self._blocked_since > WRITE_TIMEOUT:
            self.cut()
        if not idle:
            self._pinged_at = None  # the answer may come after the decision, whose clock runs anyway
        elif self._pinged_at is not None and self.heard_at < self._pinged_at:
            if now - self._pinged_at > PONG_DEADLINE:
                self.cut()
        elif self.ability.ping and now - self.heard_at > QUIET:
            self._pinged_at = now
            self.say(wire.PING, wire.ping_bytes(secrets.randbits(64)))

    def superseded(self) -> None:
        self.notice("superseded", "a newer session of this bot has taken over")
        self.close()

    def close(self) -> None:
        """Write what is there, then end the stream."""
        self._closing = True
        self._wake.set()

    def hand(self, turn: Turn) -> None:
        self._turns[turn.id] = turn
        if self._blocked_since is not None:
            turn.handed(max(self._now(), self._blocked_since + BLOCKED))
        self._nudge()

    def withdraw(self, turn: Turn) -> None:
        self._turns.pop(turn.id, None)

    def answered(self, count: int) -> None:
        """So many decisions have come in."""
        self._unanswered = max(0, self._unanswered - count)
        if self._turns or self._parts:
            self._nudge()

    def say(self, field: bytes, part: bytes) -> None:
        """Send bytes that are written down already, in the place of that field."""
        self._parts.setdefault(field, []).append(part)
        self._nudge()

    def _nudge(self) -> None:
        """Let the writer write, now or when it has waited long enough for answers."""
        if self._unanswered == 0 or self._loop.time() >= self._hold_until:
            self._wake.set()
        elif not self._held:
            self._held = True
            self._loop.call_at(self._hold_until, self._release)

    def _release(self) -> None:
        self._held = False
        self._wake.set()

    async def run(self) -> None:
        """Write what is pending, whenever there is something, until the session is closed or the bot has gone."""
        while True:
            await self._wake.wait()
            await asyncio.sleep(0)  # what has been read meanwhile joins this message
            self._wake.clear()
            while self._turns or self._parts:
                await self._write(self._compose())
                if self._unanswered and not self._closing:  # last words wait for nobody
                    break
            if self._closing:
                return
            if self._turns or self._parts:
                self._nudge()

    def _compose(self) -> bytes:
        """The next message; the clocks of its turns start now."""
        now = self._now()
        parts, self._parts = self._parts, {}
        turns = list(self._turns.values())[:MAX_TURNS]
        encoded = []
        for turn in turns:
            turn.handed(now)
            encoded.append(_encoded(turn, now))
            self._turns.pop(turn.id, None)
        if turns:
            self._unanswered = len(turns)
            self._hold_until = self._loop.time() + HOLD
        parts[wire.TURN] = encoded
        return b"".join([part for field in wire.ORDER for part in parts.get(field, ())])

    async def _write(self, message: bytes) -> None:
        self._blocked_since = self._now()
        crash.point("session.write")
        await self._context.write(message)
        self._blocked_since = None


def _encoded(turn: Turn, now: float) -> bytes:
    """The turn's bytes; none where it can't be written, which is our fault and makes the match void."""
    try:
        return wire.turn_bytes(turn, now)
    except Exception:
        turn.player.live.broke()
        return b""
