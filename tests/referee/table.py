"""A referee under a false clock, channels that remember all that a bot is told, and a record of how matches ended."""

from collections.abc import Callable, Collection, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from muggins.api import wire
from muggins.games.match import MatchRules
from muggins.referee.live import LiveMatch, MatchSpec
from muggins.referee.outcome import Outcome
from muggins.referee.people import Ability
from muggins.referee.record import unpack
from muggins.referee.referee import Referee
from muggins.referee.seats import Turn
from muggins.referee.timing import TimeControl
from muggins.referee.verdict import outcome_of
from muggins.v1 import play_pb2
from tests.referee.clock import FakeClock

TIME = TimeControl(start_up=5.0, move=1.0, bank=2.0, margin=0.05, max_strikes=3)
NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
MANY = Ability(version="1", max_matches=8)

Hear = Callable[[play_pb2.PlayResponse], None]


class FakeChannel:
    """A session without a transport: what is said is remembered, and heard a moment later."""

    def __init__(self, clock: FakeClock, ability: Ability = MANY, hear: Hear = lambda response: None) -> None:
        self.ability = ability
        self.said: list[play_pb2.PlayResponse] = []
        self.withdrawn: list[int] = []
        self.closed = False
        self._clock = clock
        self._hear = hear

    def _say(self, field: bytes) -> None:
        response = play_pb2.PlayResponse.FromString(field)
        self.said.append(response)
        self._clock.call_later(0, lambda: self._hear(response))

    def start(self, match: LiveMatch, seat: int) -> None:
        self._say(wire.start_bytes(match, seat))

    def commitments(self, match: LiveMatch, commitments: Sequence[bytes]) -> None:
        self._say(wire.commitments_bytes(match, commitments))

    def notice(self, kind: str, text: str, match_id: str = "", turn_id: int = 0) -> None:
        self._say(wire.notice_bytes(kind, text, match_id, turn_id))

    def hand(self, turn: Turn) -> None:
        now = self._clock.now()
        turn.handed(now)
        self._say(wire.turn_bytes(turn, now))

    def withdraw(self, turn: Turn) -> None:
        self.withdrawn.append(turn.id)

    def end(self, match: LiveMatch, seat: int) -> None:
        self._say(wire.end_bytes(match, seat))

    def superseded(self) -> None:
        self.notice("superseded", "")
        self.close()

    def close(self) -> None:
        self.closed = True

    @property
    def starts(self) -> list[play_pb2.MatchStart]:
        return [start for response in self.said for start in response.starts]

    @property
    def turns(self) -> list[play_pb2.Turn]:
        return [turn for response in self.said for turn in response.turns]

    @property
    def notices(self) -> list[play_pb2.Notice]:
        return [notice for response in self.said for notice in response.notices]

    @property
    def kinds(self) -> list[str]:
        """The kinds of the notices, as the protocol names them, in short."""
        return [play_pb2.NoticeKind.Name(notice.kind).removeprefix("NOTICE_KIND_") for notice in self.notices]

    @property
    def ends(self) -> list[play_pb2.MatchEnd]:
        return [end for response in self.said for end in response.ends]


class Ended(NamedTuple):
    """How a match ended: what is stored of it, and what really happened."""

    outcome: Outcome
    document: dict[str, Any]
    events: tuple[tuple[int, Any], ...]  # numbers and events
    at: float


class Table:
    """A referee, its clock, and what became of each match."""

    def __init__(self, clock: FakeClock | None = None, referee: Referee | None = None) -> None:
        self.clock = clock or FakeClock()
        self.referee = referee or Referee(self.clock, self._over)
        self.referee._secret = bytes(32)  # so that the ids of two runs can be compared
        self.ended: dict[str, list[Ended]] = {}

    def _over(self, live: LiveMatch) -> None:
        outcome = outcome_of(live, NOON)
        events = tuple((happening.number, happening.event) for happening in live.events)
        ended = Ended(outcome, unpack(outcome.log), events, self.clock.now())
        self.ended.setdefault(live.spec.id, []).append(ended)
        self.clock.call_later(0, lambda: self.referee.announce(live, outcome))

    def connect(self, bot: str, ability: Ability = MANY, hear: Hear = lambda response: None) -> FakeChannel:
        """A session of the bot says hello."""
        channel = FakeChannel(self.clock, ability, hear)
        lobby = self.referee.lobby
        lobby.resume(lobby.connect(bot, channel), channel)
        return channel

    def disconnect(self, bot: str, channel: FakeChannel) -> None:
        self.referee.lobby.disconnect(bot, channel)

    def decide(self, bot: str, channel: FakeChannel, turn_id: int, move: str) -> None:
        self.referee.decide(self.referee.lobby.bot(bot), channel, turn_id, move, self.clock.now())

    def pending(self, bot: str) -> list[int]:
        """The ids of the turns that wait for the bot."""
        return list(self.referee.lobby.bot(bot).turns)

    def start(self, spec: MatchSpec, absent: Collection[int] = ()) -> LiveMatch:
        return self.referee.start(spec, absent)

    def play(self, *match_ids: str, limit: float = 3600.0) -> list[Ended]:
        """Let time pass until these matches are over and told."""
        assert self.clock.run(lambda: all(m in self.ended and m not in self.referee.live for m in match_ids), limit)
        return [self.ended[match_id][0] for match_id in match_ids]


def spec(
    game: str = "cribbage",
    *bots: str,
    match_id: str = "m",
    time: TimeControl = TIME,
    seed: bytes = b"\x01" * 32,
    rotating: bool = False,
    **rules: Any,
) -> MatchSpec:
    """A match of these bots, to 61 unless the rules say otherwise."""
    options = {"target": 61} if game == "cribbage" else {}
    return MatchSpec(
        id=match_id,
        rules=MatchRules(game=game, seats=len(bots), **{"options": options, **rules}),
        time=time,
        bots=bots,
        server_seed=seed,
        rotating_partners=rotating,
    )
