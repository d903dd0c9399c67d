"""One run of a match under a false clock, with the product's own sessions and services, and all that is told of it."""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from muggins.api.access import Access, token_of
from muggins.api.matches import MatchService
from muggins.api.play import SERVICE, PlayService
from muggins.games.base import Deals, Event
from muggins.games.match import Match, MatchRules
from muggins.referee.live import LiveMatch, MatchSpec
from muggins.referee.referee import Referee
from muggins.referee.timing import LoopClock, TimeControl
from muggins.referee.verdict import outcome_of
from muggins.store.tokens import Identity, Role
from muggins.v1 import matches_pb2, matches_pb2_grpc
from muggins.web.matches import feed
from tests.hiding.loop import JumpingLoop
from tests.hiding.player import Player
from tests.hiding.script import TICK, Script
from tests.hiding.shelf import EVENT, NOON, Shelf, shelf
from tests.hiding.streams import Details, Front

MATCH: Final = "m"
SECRET: Final = b"the key of turn ids, the same in each run"
SERVER_SEED: Final = bytes(range(100, 132))
SLACK: Final = TICK / 8  # after a moment: all that it led to has been told, and nothing else has been done
FEEDS: Final = {"anonymous": "", "owner": "bot0", "other": "nobody"}  # who watches, and his token

Receiver = int | str  # a seat, or who looks from outside
Frame = tuple[float, object]  # when, and the bytes


@dataclass(frozen=True)
class Plan:
    """A run of a match.  It stops, or ends as ``ending`` says, when so many moves were made or at that moment."""

    rules: MatchRules
    deals: Deals
    ready: frozenset[int] = frozenset()  # seats that say Ready
    entropy: frozenset[int] = frozenset()  # seats that give entropy
    probes: bool = False  # whether bots try the turn ids of others
    ending: str = ""  # "" stops the run; or cancel, void, forfeit, natural
    moves: int | None = None
    moment: float | None = None
    asks: bool = True  # whether people ask for matches and logs, beside those who watch
    max_strikes: int = 3
    pace: float | None = None  # longer than any thought, where there is one

    def spec(self) -> MatchSpec:
        time = TimeControl(
            start_up=2.0, move=1.0, bank=1.0, margin=1 / 16, max_strikes=self.max_strikes, pace=self.pace
        )
        bots = tuple(f"bot{seat}" for seat in range(self.rules.seats))
        return MatchSpec(MATCH, self.rules, time, bots, SERVER_SEED, event=EVENT)


@dataclass
class Recording:
    """All that was told, to whom and when; and what the referee itself knows."""

    frames: defaultdict[Receiver, list[Frame]] = field(default_factory=lambda: defaultdict(list))
    moves: list[tuple[int, str]] = field(default_factory=list)  # as they took effect, whoever made them
    moments: list[float] = field(default_factory=list)  # when so many moves had been made, from 0
    termination: str = ""


class Stage:
    """A referee with its bots and spectators."""

    def __init__(self, plan: Plan, script: Script, store: Shelf) -> None:
        self.plan = plan
        self.script = script
        self.recording = Recording()
        self.turn_ids: dict[int, int] = {}  # by seat, of the turn that it was handed last
        self.loop = asyncio.get_running_loop()
        self.over = asyncio.Event()
        self._store = store
        self._spied: Spied | None = None
        spec = plan.spec()
        self.referee = Referee(LoopClock(), self._ended, deals=lambda seed: plan.deals, secret=SECRET)
        play = PlayService(self.referee, self._admit).handler()
        self.play: Any = play.service(Details(f"/{SERVICE}/Play")).stream_stream  # type: ignore[union-attr]
        self.front = Front()
        service = MatchService(store, Access(self._whois), self.referee)  # type: ignore[arg-type]  # a shelf can all that is asked
        matches_pb2_grpc.add_MatchServiceServicer_to_server(service, self.front)  # type: ignore[arg-type]
        self.players = [Player(self, seat, bot) for seat, bot in enumerate(spec.bots)]
        self._store.begin(spec)
        self._spec = spec

    async def _admit(self, context: Any) -> str:
        return token_of(context)

    async def _whois(self, token: str) -> Identity | None:
        return Identity(Role.OWNER, f"owner of {token}", bot=token)

    async def run(self) -> Recording:
        for player in self.players:
            player.enter()
        await asyncio.sleep(TICK)
        live = self.referee.start(self._spec)
        if self.plan.ending and self.plan.asks:
            await self._find()
        live.watchers.add(lambda: self._look(live))
        self._look(live)
        feeds = [self.loop.create_task(self._watch(who, token)) for who, token in FEEDS.items()]
        feeds.append(self.loop.create_task(self._look_on(live)))
        if self.plan.moment is not None:
            self.loop.call_at(self.plan.moment + SLACK, self._reached, live)
        await self.over.wait()
        if self.plan.ending:
            await asyncio.gather(*feeds)
        if self.plan.asks:
            await (self._ask("asked") if self.plan.ending else self._find())
        return self.recording

    def heard(self, receiver: Receiver, message: object) -> None:
        self.recording.frames[receiver].append((self.loop.time(), message))

    def _look(self, live: LiveMatch) -> None:
        """Something happened; if it is the first deal, the moves are looked at from now on."""
        if self._spied is None and live.match is not None:
            self._spied = live.match = Spied(live.match)  # type: ignore[assignment]
            self._spied.on_play = lambda seat, move: self._moved(live, seat, move)
            self._moved(live)

    def _moved(self, live: LiveMatch, *move: Any) -> None:
        """So many moves have been made now; before the first, none."""
        self.recording.moments.append(self.loop.time())
        self.recording.moves += [move] if move else []
        if len(self.recording.moves) == self.plan.moves:
            self.loop.call_later(SLACK, self._reached, live)

    def _reached(self, live: LiveMatch) -> None:
        if self.plan.ending == "cancel":
            self.referee.stop(MATCH, "cancelled")
        elif self.plan.ending == "void" and self._spied is not None:
            self._spied.broken = True
        elif not self.plan.ending:
            self.over.set()

    def _ended(self, live: LiveMatch) -> None:
        outcome = outcome_of(live, NOON)
        self.recording.termination = outcome.termination
        ratings = self._store.end(outcome)
        self.loop.call_soon(self.referee.announce, live, outcome, ratings)
        self.loop.call_later(SLACK, self.over.set)

    async def _watch(self, who: str, token: str) -> None:
        request = matches_pb2.WatchMatchRequest(match_id=MATCH)
        async for message in self.front.stream("WatchMatch", request, token):
            self.heard(who, message)

    async def _look_on(self, live: LiveMatch) -> None:
        """As a page in a browser does."""
        async for message in feed(live, 1):
            self.heard("page", message)

    async def _find(self) -> None:
        """What people find while the match is played, and all that is stored where anybody can read."""
        await self._ask("found")
        request = matches_pb2.GetMatchLogRequest(match_id=MATCH)
        for token in FEEDS.values():
            async for message in self.front.stream("GetMatchLog", request, token):
                self.heard("found", message)
        self.heard("found", self._store.rows())

    async def _ask(self, receiver: Receiver) -> None:
        get, listed = matches_pb2.GetMatchRequest(match_id=MATCH), matches_pb2.ListMatchesRequest()
        for token in FEEDS.values():
            self.heard(receiver, await self.front.ask("GetMatch", get, token))
            self.heard(receiver, await self.front.ask("ListMatches", listed, token))


class Spied:
    """A match whose moves are looked at; when it is broken, the next move fails, with all hands in the error's text."""

    def __init__(self, match: Match) -> None:
        self.broken = False
        self.on_play: Callable[[int, str], None] = lambda seat, move: None
        self._match = match

    def __getattr__(self, name: str) -> Any:
        return getattr(self._match, name)

    def play(self, seat: int, move: str) -> tuple[Event, ...]:
        if self.broken:
            hands = [self._match.view(seat) for seat in range(self._match.rules.seats)]
            raise RuntimeError(f"seat {seat}, {move}: {hands}")
        events = self._match.play(seat, move)
        self.on_play(seat, move)
        return events


def perform(plan: Plan, script: Script) -> Recording:
    """Run a match as planned."""

    async def run(store: Shelf) -> Recording:
        return await Stage(plan, script, store).run()

    spec = plan.spec()
    with shelf(spec.rules.game, spec.bots) as store, asyncio.Runner(loop_factory=JumpingLoop) as runner:
        return runner.run(run(store))
