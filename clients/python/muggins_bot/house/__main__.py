"""``python -m muggins_bot.house greedy --address HOST:PORT``"""

import argparse

from muggins_bot.cli import options, start
from muggins_bot.house import HOUSE


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m muggins_bot.house", description="Play a house bot on a muggins server.", parents=[options()]
    )
    parser.add_argument("kind", choices=sorted(HOUSE))
    chosen = parser.parse_args()
    start(HOUSE[chosen.kind], chosen)


if __name__ == "__main__":
    main()
