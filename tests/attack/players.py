"""Honest bots in one process, through the kit that authors use: ``python -m tests.attack.players RATE MATCHES``.

Together they decide RATE times a second, each in MATCHES matches at once.  The first line on standard input has the
server's address and their tokens; each further line has the RATE from now on, and is answered with what has happened
since the one before.
"""

import asyncio
import json
import sys
import time
from typing import Any

from muggins_bot import Bot, Connection, MatchEnd, Notice, Turn


class Pace:
    """Lets so many through in a second, one after another; what was missed is not made up for."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self._next = 0.0

    async def turn(self) -> None:
        now = time.monotonic()
        self._next = max(now, self._next + 1 / self.rate)
        await asyncio.sleep(self._next - now)


class Account:
    """What happened to all bots of the process."""

    def __init__(self) -> None:
        self.overheads: list[float] = []  # ms of each answer that the server measured and the bot did not spend
        self.faults = 0
        self.ended = 0

    def settle(self) -> dict[str, Any]:
        """Everything since the last time."""
        told = {"overheads": self.overheads, "faults": self.faults, "ended": self.ended}
        self.overheads, self.faults, self.ended = [], 0, 0
        return told


def player(pace: Pace, account: Account, matches: int) -> Bot:
    """A bot that waits for its turn among the others, and then takes a move from the middle."""
    spent: dict[str, float] = {}  # seconds of the last decision, by match

    class Player(Bot):
        max_matches = matches

        async def decide(self, turn: Turn) -> str:
            asked = time.monotonic()
            clock = turn.clock
            if (thought := spent.pop(turn.match_id, None)) is not None and clock.last_answer_us:
                account.overheads.append(clock.last_answer_us / 1e3 - thought * 1e3)
            await pace.turn()
            spent[turn.match_id] = time.monotonic() - asked
            moves = turn.legal_moves
            return moves[len(moves) // 2]

        def notice(self, notice: Notice) -> None:
            account.faults += notice.kind in ("timeout", "illegal_move", "out")

        def match_ended(self, end: MatchEnd) -> None:
            spent.pop(end.match_id, None)
            account.ended += 1
            account.faults += end.termination != "finished"

    return Player()


async def play(rate: float, matches: int) -> None:
    told = json.loads(sys.stdin.readline())
    pace, account = Pace(rate), Account()
    connections = [Connection(player(pace, account, matches), told["address"], token) for token in told["tokens"]]
    playing = [asyncio.create_task(connection.run()) for connection in connections]
    while line := await asyncio.to_thread(sys.stdin.readline):
        pace.rate = float(line)
        ended = [task.result() for task in playing if task.done()]
        print(json.dumps(account.settle() | {"gone": len(ended)}), flush=True)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


if __name__ == "__main__":
    asyncio.run(play(float(sys.argv[1]), int(sys.argv[2])))
