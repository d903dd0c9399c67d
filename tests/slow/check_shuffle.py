"""Chi-square over 1,000,000 deals of each game: ``make shuffle``, under a minute."""

import sys

from tests.games.shuffling import SIGMAS, survey

DEALS = 1_000_000
GAMES = {"cribbage, 13 of 52 cards": (52, 13), "fives and threes, 14 of 28 tiles": (28, 14)}


def main() -> int:
    fair = True
    for name, (size, count) in GAMES.items():
        found = survey(DEALS, size, count)
        print(
            f"{found.number:,} deals of {name}: {found.repeated} repeated; chi-square of places"
            f" {found.places:+.2f} and of neighbours {found.neighbours:+.2f} standard deviations from its mean"
        )
        fair &= not found.repeated and max(abs(found.places), abs(found.neighbours)) < SIGMAS
    return 0 if fair else 1


if __name__ == "__main__":
    sys.exit(main())
