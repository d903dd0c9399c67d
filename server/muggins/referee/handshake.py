"""From the match start to the first deal: each seat gets ready, and gives entropy if it can.

The server has committed to its seed before it knows any entropy; the seats commit to theirs before they see anybody
else's commitment, and reveal to the server alone.  So nobody chooses last.  A seat that does not reveal, or reveals
something else, counts as zeros, and has a strike unless it says so itself; it can't gain by that, since it knows
nothing that the seed hangs on.
"""

from typing import TYPE_CHECKING

from muggins import crash
from muggins.games.dealing import commitment, match_seed
from muggins.referee.seats import Player

if TYPE_CHECKING:
    from muggins.referee.live import LiveMatch


class Handshake:
    """Waits for the seats.  When all are done, or out of time, it calls ``live.deal`` with the seed."""

    __slots__ = ("_revealing", "_since", "_waiting", "live")

    def __init__(self, live: "LiveMatch") -> None:
        self.live = live
        self._waiting: set[int] = set()
        self._revealing = False
        self._since = 0.0

    def begin(self) -> None:
        for player in self.live.players:
            if player.channel is not None:
                player.version = player.channel.ability.version
                player.channel.start(self.live, player.seat)
        crash.point("handshake")
        self._wait_for([p for p in self.live.players if p.channel is not None and p.channel.ability.ready])

    def ready(self, player: Player, entropy_commitment: bytes) -> None:
        """The seat is ready.  Anything but a first Ready in its time is ignored."""
        if not self._revealing and player.seat in self._waiting:
            player.commitment = entropy_commitment if len(entropy_commitment) == 32 else b""
            self._done(player)

    def reveal(self, player: Player, entropy: bytes) -> None:
        """The seat's entropy; empty where it gives none after all, as a bot that was started anew must."""
        if self._revealing and player.seat in self._waiting:
            if commitment(entropy) == player.commitment:
                player.entropy = entropy
            elif entropy:
                self.live.fault(player, "protocol", "the revealed entropy is not what was committed to")
            self._done(player)

    def rejoined(self, player: Player) -> None:
        """The seat has a new session, which may be of another kind than the one before."""
        if player.channel is None or player.seat not in self._waiting:
            return
        ability = player.channel.ability
        if not (ability.entropy if self._revealing else ability.ready):
            self._done(player)
        elif self._revealing:
            self._send_commitments(player)

    def _send_commitments(self, player: Player) -> None:
        if player.channel is not None:
            player.channel.commitments(self.live, [p.commitment for p in self.live.players])

    def expired(self, player: Player) -> None:
        what = "reveal its entropy" if self._revealing else "get ready"
        player.start_up = 0.0
        self.live.fault(player, "timeout" if player.channel else "disconnected", f"did not {what} in time")
        self._done(player)

    def _wait_for(self, players: list[Player]) -> None:
        self._waiting = {p.seat for p in players}
        self._since = now = self.live.clock.now()
        for player in players:
            self.live.deadlines.set(player, now + player.start_up + self.live.spec.time.margin)
        if not players:
            self._all_done()

    def _done(self, player: Player) -> None:
        player.deadline = None
        player.start_up = max(0.0, player.start_up - (self.live.clock.now() - self._since))
        self._waiting.discard(player.seat)
        if not self._waiting and not self.live.over:
            self._all_done()

    def _all_done(self) -> None:
        players = self.live.players
        if not self._revealing and any(p.commitment for p in players):
            self._revealing = True
            for player in players:
                if player.commitment:
                    self._send_commitments(player)
            self._wait_for([p for p in players if p.commitment])
        else:
            self.live.deal(match_seed(self.live.spec.server_seed, [p.entropy for p in players]))
