"""Count every hand and starter of cribbage with the scorer of the games: ``make hands``.

52 starters with each of the 249,900 hands from the other cards are 12,994,800 shows.  What they must come to is known:
nothing scores 19, 25, 26 or 27 and nothing more than 29 (C7.4).  Exit code 0 only if every figure is right.
"""

import sys
from collections import Counter
from itertools import combinations
from multiprocessing import Pool

from muggins.games.cards import CARDS
from muggins.games.cribbage_score import show

ALL = 12_994_800
KNOWN = {0: 1_009_008, 19: 0, 24: 3_680, 25: 0, 26: 0, 27: 0, 28: 76, 29: 4}


def count_starter(starter: str) -> Counter[int]:
    """How many hands score how much with that starter."""
    others = [card for card in CARDS if card != starter]
    return Counter(show(hand, starter)[0] for hand in combinations(others, 4))


def count_all() -> Counter[int]:
    counted: Counter[int] = Counter()
    with Pool(2) as pool:
        for done, part in enumerate(pool.imap_unordered(count_starter, CARDS), 1):
            counted += part
            print(f"\r{done:2} of {len(CARDS)} starters", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return counted


def main() -> int:
    counted = count_all()
    for points in range(max(counted) + 1):
        print(f"{points:2} points {counted[points]:10,}")
    wrong = [f"{n} points: {counted[n]:,}, not {known:,}" for n, known in KNOWN.items() if counted[n] != known]
    if counted.total() != ALL or max(counted) != 29:
        wrong.append(f"{counted.total():,} shows up to {max(counted)} points, not {ALL:,} up to 29")
    print("\n".join(wrong) or f"all {ALL:,} shows are right")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
