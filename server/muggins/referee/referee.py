"""The referee's front: it starts matches, routes what bots say to them, and lets people watch."""

import logging
import secrets
from collections.abc import Callable, Collection, Mapping
from typing import Any

from muggins.games.dealing import SeededDeals
from muggins.referee.live import DealSource, LiveMatch, MatchSpec
from muggins.referee.lobby import Lobby, Presence
from muggins.referee.outcome import Outcome
from muggins.referee.people import Channel
from muggins.referee.seats import Player
from muggins.referee.timing import Clock, Deadlines

log = logging.getLogger(__name__)

NOT_PENDING = "no turn with this id waits for an answer of yours"


class Referee:
    """All running matches of one process.

    ``on_end`` is called when a match is over; whoever stores the result calls ``announce`` afterwards, and only then
    are the bots told.  ``on_change`` is called when a bot came, left, or has room again.
    """

    def __init__(
        self,
        clock: Clock,
        on_end: Callable[[LiveMatch], None],
        on_change: Callable[[], None] = lambda: None,
        *,
        deals: DealSource = SeededDeals,
        secret: bytes = b"",
    ) -> None:
        """``secret`` is the key of turn ids, by default a fresh one; ``deals`` makes a match's deals of its seed."""
        self.clock = clock
        self.lobby = Lobby(on_change)
        self.live: dict[str, LiveMatch] = {}
        self._deadlines = Deadlines(clock)
        self._secret = secret or secrets.token_bytes(32)
        self._deals = deals
        self._on_end = on_end

    def start(self, spec: MatchSpec, absent: Collection[int] = ()) -> LiveMatch:
        """Begin a match with whoever of its bots is connected; time runs for the others.

        Seats that are ``absent`` were waited for long enough, and are out from the start.
        """
        live = LiveMatch(spec, self.clock, self._deadlines, self._secret, self._on_end, self._deals)
        self.live[spec.id] = live
        self.lobby.seat(live)
        _guarded(live, live.begin, absent)
        return live

    def decide(self, presence: Presence, channel: Channel, turn_id: int, move: str, now: float) -> bool:
        """A bot sent a decision.  One that is late, repeated, stale or not the bot's own has no effect: False."""
        turn = presence.turns.get(turn_id)
        if turn is None or turn.player.channel is not channel:
            channel.notice("not_pending", NOT_PENDING, turn_id=turn_id)
            return False
        _guarded(turn.player.live, turn.player.live.answer, turn, move, now)
        return True

    def ready(self, presence: Presence, match_id: str, entropy_commitment: bytes) -> None:
        player = presence.playing.get(match_id)
        if player is not None:
            _guarded(player.live, player.live.ready, player, entropy_commitment)

    def reveal(self, presence: Presence, match_id: str, entropy: bytes) -> None:
        player = presence.playing.get(match_id)
        if player is not None:
            _guarded(player.live, player.live.reveal, player, entropy)

    def announce(
        self, live: LiveMatch, outcome: Outcome, ratings: Mapping[str, tuple[float, float]] | None = None
    ) -> None:
        """The result is stored: tell the bots, and give them room for the next match.

        ``ratings`` has what they were and are, by bot, where the match was rated.
        """
        live.outcome = outcome
        live.ratings = ratings or {}
        for player in live.players:
            _tell_end(live, player)
        live.wake()
        self.drop(live)

    def drop(self, live: LiveMatch) -> None:
        """Forget a match that is over: its bots have room for the next."""
        self.live.pop(live.spec.id, None)
        self.lobby.leave(live)
        live.release()

    def stop(self, match_id: str, termination: str) -> bool:
        """End a running match without a result.  False where it is not running."""
        live = self.live.get(match_id)
        if live is None or live.over:
            return False
        live.stop(termination)
        return True


def _tell_end(live: LiveMatch, player: Player) -> None:
    """One bot that can't be told keeps no other from being told, nor its place for the next match."""
    try:
        if player.channel is not None:
            player.channel.end(live, player.seat)
    except Exception:
        log.exception("seat %d of match %s could not be told its end", player.seat, live.spec.id)


def _guarded(live: LiveMatch, step: Callable[..., None], *given: Any) -> None:
    """Whatever breaks in a step of a match makes that match void, and shows nowhere else."""
    try:
        step(*given)
    except Exception:
        live.broke()
