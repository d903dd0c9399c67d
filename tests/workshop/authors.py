"""Bots as authors write them, good ones and bad ones, each a file and the command that starts it."""

import sys
from pathlib import Path

BODY = """
import sys
from muggins_bot import Bot, main

class MyBot(Bot):
    games = ("cribbage",)
    seats = (2,)
    max_matches = 2
    asked = 0

    def decide(self, turn):
        self.asked += 1
        {decide}

if __name__ == "__main__":
    print("hello from the bot", file=sys.stderr)
    main(MyBot)
"""

LAST = "return turn.legal_moves[-1]"


def bot(folder: Path, decide: str = LAST) -> Path:
    """The file of a bot for cribbage with two seats that decides so."""
    path = folder / "mybot.py"
    path.write_text(BODY.format(decide=decide))
    return path


def command(folder: Path, decide: str = LAST) -> list[str]:
    return [sys.executable, str(bot(folder, decide))]
