"""A bot's side of the protocol without a network: messages in, messages out.

The gRPC connection and local play both hand their messages to a Player, so a bot gets the very same bytes either way.
"""

import logging
import secrets
import time
from collections.abc import Callable

from muggins.v1 import play_pb2
from muggins_bot.bot import Bot
from muggins_bot.fair import FairDeal
from muggins_bot.messages import end_of, notice_of, start_of
from muggins_bot.practice import Practice
from muggins_bot.thinking import Thinking
from muggins_bot.turn import Turn

log = logging.getLogger("muggins_bot")

FEATURES = (play_pb2.FEATURE_READY, play_pb2.FEATURE_ENTROPY, play_pb2.FEATURE_PING)


class Player:
    """Plays a bot's matches.  It lives through as many sessions as the bot needs.

    ``on_ready`` is called when an ``async def decide`` has answered after ``feed`` or ``step`` had returned, so that
    ``collect`` has something to send; such bots need a running event loop.  ``entropy`` gives random bytes.  With
    ``practice`` it asks for those matches, and leaves after them.
    """

    def __init__(
        self,
        bot: Bot,
        *,
        on_ready: Callable[[], None] = lambda: None,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        clock: Callable[[], float] = time.monotonic,
        practice: Practice | None = None,
    ) -> None:
        self.bot = bot
        self.refused = ""  # why there is no practice, when the server says so
        self._practice = practice
        self._practised = 0
        self.matches: dict[str, FairDeal] = {}  # the matches that are being played
        self.name = ""  # what the server calls this bot, once it has said welcome
        self.leaving = False
        self.superseded = False
        self.come_back_after: float | None = None  # seconds, when the server is going away and says so
        self._thinking = Thinking(bot, self._answer, on_ready, clock)
        self._entropy = entropy
        self._out = play_pb2.PlayRequest()

    def hello(self) -> play_pb2.PlayRequest:
        """Begin a session: its first message.  Turns of a former session are forgotten; the server sends them again."""
        self._thinking.forget_waiting()
        self.come_back_after = None
        self._out = play_pb2.PlayRequest()
        bot = self.bot
        hello = play_pb2.Hello(
            bot_version=bot.version,
            games=bot.games,
            seats=bot.seats,
            max_matches=bot.max_matches,
            share=bot.share,
            features=FEATURES,
        )
        goodbye = play_pb2.Goodbye() if self.leaving else None
        return play_pb2.PlayRequest(hello=hello, practice=self._wish(), goodbye=goodbye)

    def _wish(self) -> play_pb2.Practice | None:
        """The practice that is still wanted, beside what is being played."""
        if self._practice is None or self.leaving:
            return None
        left = self._practice.matches - self._practised - len(self.matches)
        return self._practice.message(left) if left > 0 else None

    def feed(self, response: play_pb2.PlayResponse | bytes) -> play_pb2.PlayRequest:
        """Take one message, decide all its turns, and return what there is to send, which may be empty."""
        self.take(play_pb2.PlayResponse.FromString(response) if isinstance(response, bytes) else response)
        while self.step():
            pass
        return self.collect()

    def take(self, response: play_pb2.PlayResponse) -> None:
        """Take one message; its turns wait until ``step`` decides them."""
        if response.HasField("welcome"):
            self._welcome(response.welcome)
        for start in response.starts:
            self._start(start)
        for notice in response.notices:
            self._notice(notice)
        for shown in response.commitments:
            self._reveal(shown)
        for turn in response.turns:
            if fair := self.matches.get(turn.match_id):
                fair.deals.saw(turn)
            self._thinking.ask(Turn(turn))
        for end in response.ends:
            self._end(end)
        if response.HasField("ping"):
            self._out.pong.nonce = response.ping.nonce
        if response.HasField("going_away") and response.going_away.HasField("come_back_after"):
            self.come_back_after = response.going_away.come_back_after.ToTimedelta().total_seconds()

    @property
    def busy(self) -> bool:
        """Whether turns wait for ``step``."""
        return self._thinking.waiting

    def step(self) -> bool:
        """Decide the turn that is due first.  False when none was waiting."""
        return self._thinking.step()

    def collect(self) -> play_pb2.PlayRequest:
        """Everything that is ready to be sent; empty when nothing is."""
        out, self._out = self._out, play_pb2.PlayRequest()
        return out

    def goodbye(self) -> None:
        """Ask for no new matches; the running ones are played to their end."""
        self.leaving = True
        self._out.goodbye.SetInParent()

    def _answer(self, turn: Turn, move: str) -> None:
        self._out.decisions.add(turn_id=turn.id, move=move)

    def _welcome(self, welcome: play_pb2.Welcome) -> None:
        self.name = welcome.bot
        log.info("connected as %s", welcome.bot)
        for match_id in self.matches.keys() - set(welcome.live_matches):
            self._forget(match_id)

    def _start(self, start: play_pb2.MatchStart) -> None:
        fair = self.matches.get(start.match_id)
        if fair is None:  # it is sent once more after a reconnection
            fair = FairDeal(start.seat, len(start.bots), start.server_commitment, self._entropy(32))
            self.matches[start.match_id] = fair
            self._tell(lambda: self.bot.match_started(start_of(start)))
        self._out.ready.add(match_id=start.match_id, entropy_commitment=fair.commitment)

    def _notice(self, notice: play_pb2.Notice) -> None:
        self._thinking.drop(notice.turn_id)  # whatever it says of a turn, that turn waits no longer
        if notice.kind == play_pb2.NOTICE_KIND_SUPERSEDED:
            self.superseded = True
        if notice.kind == play_pb2.NOTICE_KIND_PRACTICE:
            self.refused = notice.text
            self.goodbye()
        self._tell(lambda: self.bot.notice(notice_of(notice)))

    def _reveal(self, shown: play_pb2.Commitments) -> None:
        if fair := self.matches.get(shown.match_id):
            fair.commitments = tuple(shown.entropy_commitments)
            ours = fair.commitments[fair.seat : fair.seat + 1] == (fair.commitment,)  # and not of a process before us
            self._out.reveals.add(match_id=shown.match_id, entropy=fair.entropy if ours else b"")

    def _end(self, end: play_pb2.MatchEnd) -> None:
        fair = self._forget(end.match_id)
        if fair and end.server_seed:
            for problem in fair.broken_promises(end.server_seed, end.entropies):
                log.warning("match %s was not dealt fairly: %s", end.match_id, problem)
        if fair and end.sides:
            place = end.sides[fair.seat % len(end.sides)].place  # partners share a side
            points = " : ".join(str(side.points) for side in end.sides)
            log.info("match %s ended: place %d of %d, game points %s", end.match_id, place + 1, len(end.sides), points)
        self._tell(lambda: self.bot.match_ended(end_of(end)))
        self._practised += 1
        if self._practice is not None and self._practised >= self._practice.matches:
            self.goodbye()

    def _forget(self, match_id: str) -> FairDeal | None:
        self._thinking.drop_match(match_id)
        return self.matches.pop(match_id, None)

    def _tell(self, hook: Callable[[], None]) -> None:
        """Call a hook of the bot; what goes wrong in it is the author's to see, and ends nothing."""
        try:
            hook()
        except Exception:
            log.exception("a hook of %s failed", type(self.bot).__name__)
