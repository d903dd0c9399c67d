"""``python -m muggins_bot mybot.py:MyBot --address HOST:PORT``"""

import argparse
import sys

from muggins_bot.cli import options, start
from muggins_bot.loading import BotNotFound, load


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m muggins_bot", description="Play on a muggins server.", parents=[options()]
    )
    parser.add_argument("bot", help="FILE.py:CLASS, MODULE:CLASS, or a house bot: random, greedy, steady, expert")
    chosen = parser.parse_args()
    try:
        bot = load(chosen.bot)
    except BotNotFound as error:
        sys.exit(str(error))
    start(bot, chosen)


if __name__ == "__main__":
    main()
