"""Matches in this process: the referee and the bytes of a server, without a network.

Messages are queued and handed over by the event loop, so a bot never answers in the middle of the referee's work,
and a bot that thinks holds up nobody's clock: a turn's clock starts when the bot really gets it.
"""

import asyncio
import hashlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from muggins.api import wire
from muggins.api.play import ability_of
from muggins.referee.live import LiveMatch, MatchSpec
from muggins.referee.lobby import Presence
from muggins.referee.outcome import Outcome, Termination
from muggins.referee.referee import Referee
from muggins.referee.seats import Turn
from muggins.referee.timing import LoopClock
from muggins.referee.verdict import outcome_of
from muggins.v1 import play_pb2
from muggins_bot.bot import Bot
from muggins_bot.player import Player

MAX_MESSAGE = 64 * 1024  # as a server says


class LocalChannel:
    """The way to a bot in this process, as the referee sees it."""

    def __init__(self, referee: Referee, name: str, bot: Bot) -> None:
        self._referee = referee
        self._presence = referee.lobby.bot(name)
        self._player = Player(bot, on_ready=lambda: self._take(self._player.collect()))
        self._loop = asyncio.get_running_loop()
        self._parts: dict[bytes, list[bytes]] = {}  # by field tag
        self._turns: dict[int, Turn] = {}
        self._scheduled = False
        self.ability = ability_of(self._player.hello().hello)
        self._say(wire.WELCOME, wire.welcome_bytes(name, [], MAX_MESSAGE))
        referee.lobby.connect(name, self)

    def start(self, match: LiveMatch, seat: int) -> None:
        self._say(wire.START, wire.start_bytes(match, seat))

    def commitments(self, match: LiveMatch, commitments: Sequence[bytes]) -> None:
        self._say(wire.COMMITMENTS, wire.commitments_bytes(match, commitments))

    def notice(self, kind: str, text: str, match_id: str = "", turn_id: int = 0) -> None:
        self._say(wire.NOTICE, wire.notice_bytes(kind, text, match_id, turn_id))

    def hand(self, turn: Turn) -> None:
        self._turns[turn.id] = turn
        self._schedule()

    def withdraw(self, turn: Turn) -> None:
        self._turns.pop(turn.id, None)

    def end(self, match: LiveMatch, seat: int) -> None:
        self._say(wire.END, wire.end_bytes(match, seat))

    def superseded(self) -> None:
        self.notice("superseded", "a newer session of this bot has taken over")

    def close(self) -> None:
        """Nothing is left to end: what was said is handed over all the same."""

    def _say(self, field: bytes, part: bytes) -> None:
        self._parts.setdefault(field, []).append(part)
        self._schedule()

    def _schedule(self) -> None:
        if not self._scheduled:
            self._scheduled = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        """Give the bot one message with all that is there, and take its answers."""
        self._scheduled = False
        now = self._loop.time()
        parts, self._parts = self._parts, {}
        turns, self._turns = self._turns, {}
        for turn in turns.values():
            turn.handed(now)
            parts.setdefault(wire.TURN, []).append(wire.turn_bytes(turn, now))
        message = b"".join([part for field in wire.ORDER for part in parts.get(field, ())])
        self._take(self._player.feed(message))

    def _take(self, request: play_pb2.PlayRequest) -> None:
        now = self._loop.time()
        for ready in request.ready:
            self._referee.ready(self._presence, ready.match_id, ready.entropy_commitment)
        for reveal in request.reveals:
            self._referee.reveal(self._presence, reveal.match_id, reveal.entropy)
        for decision in request.decisions:
            self._referee.decide(self._presence, self, decision.turn_id, decision.move, now)


class LocalReferee(Referee):
    """The deals of local matches hang on the server's seed alone, so that they can be repeated.

    Bots that come through a door may be ready, but what they would add to the seed is left out.
    """

    def ready(self, presence: Presence, match_id: str, entropy_commitment: bytes) -> None:
        super().ready(presence, match_id, b"")


class LocalTable:
    """A referee with bots by name, for any number of matches.  Needs a running event loop."""

    def __init__(self, bots: Mapping[str, Bot], referee: type[Referee] = LocalReferee) -> None:
        self.referee = referee(LoopClock(), self._ended)
        self._playing: dict[str, asyncio.Future[LiveMatch]] = {}
        for name, bot in bots.items():
            LocalChannel(self.referee, name, bot)

    async def play(self, spec: MatchSpec) -> tuple[LiveMatch, Outcome]:
        """Play a match to its end, and tell the bots how it ended.  A cancelled call ends the match."""
        ended = self._playing[spec.id] = asyncio.get_running_loop().create_future()
        try:
            self.referee.start(spec)
            live = await ended
        finally:
            del self._playing[spec.id]
            self.referee.stop(spec.id, Termination.CANCELLED)
        outcome = self._announce(live)
        await asyncio.sleep(0)  # the bots are told
        return live, outcome

    def _ended(self, live: LiveMatch) -> None:
        ended = self._playing.get(live.spec.id)
        if ended is None or ended.done():
            self._announce(live)
        else:
            ended.set_result(live)

    def _announce(self, live: LiveMatch) -> Outcome:
        outcome = outcome_of(live, datetime.now(UTC))
        self.referee.announce(live, outcome)
        return outcome


def server_seed(seed: bytes, number: int) -> bytes:
    """The 32 bytes that the deals of local match ``number`` hang on."""
    return hashlib.sha256(b"muggins/local" + seed + number.to_bytes(4, "big")).digest()
