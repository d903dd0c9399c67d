"""The bytes of real play: what a match of cribbage sends to its bots, and what they answer."""

import asyncio
from collections.abc import Sequence
from functools import partial
from random import Random

from muggins.api import wire
from muggins.games.match import MatchRules
from muggins.referee.live import LiveMatch, MatchSpec
from muggins.referee.people import Ability
from muggins.referee.referee import Referee
from muggins.referee.seats import Turn
from muggins.referee.timing import LoopClock, TimeControl
from muggins.v1 import play_pb2


class Recorder:
    """A channel to a bot that answers at random, and keeps each turn as it is sent."""

    ability = Ability()

    def __init__(self, referee: Referee, name: str, choice: Random, turns: list[bytes], answers: list[bytes]) -> None:
        self._referee = referee
        self._presence = referee.lobby.bot(name)
        self._choice = choice
        self._turns = turns
        self._answers = answers
        referee.lobby.connect(name, self)

    def hand(self, turn: Turn) -> None:
        loop = asyncio.get_running_loop()
        turn.handed(loop.time())
        move = self._choice.choice(turn.moves)
        decision = play_pb2.Decision(turn_id=turn.id, move=move)
        self._turns.append(wire.turn_bytes(turn, loop.time()))
        self._answers.append(play_pb2.PlayRequest(decisions=[decision]).SerializeToString())
        loop.call_soon(partial(self._referee.decide, self._presence, self, turn.id, move, loop.time()))

    def start(self, match: LiveMatch, seat: int) -> None: ...
    def commitments(self, match: LiveMatch, commitments: Sequence[bytes]) -> None: ...
    def notice(self, kind: str, text: str, match_id: str = "", turn_id: int = 0) -> None: ...
    def withdraw(self, turn: Turn) -> None: ...
    def end(self, match: LiveMatch, seat: int) -> None: ...
    def superseded(self) -> None: ...
    def close(self) -> None: ...


async def sample(seed: int = 1) -> tuple[list[bytes], list[bytes]]:
    """All turns and all answers of one match, each the message that would hold it alone."""
    turns: list[bytes] = []
    answers: list[bytes] = []
    over = asyncio.get_running_loop().create_future()
    referee = Referee(LoopClock(), over.set_result)
    choice = Random(seed)
    for name in ("left", "right"):
        Recorder(referee, name, choice, turns, answers)
    spec = MatchSpec("sample", MatchRules("cribbage", 2), TimeControl(), ("left", "right"), seed.to_bytes(32, "big"))
    referee.start(spec)
    await over
    return turns, answers
