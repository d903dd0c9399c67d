"""A whole bot: heavy tiles first, fives stay in the hand, and fifteen and thirty-one are taken.

export MUGGINS_TOKEN=...
python first_bot.py --address localhost:7411
"""

from muggins_bot import Bot, CribbageView, MatchEnd, Turn, main
from muggins_bot.notation import cards, halves, value


class FirstBot(Bot):
    version = "1"

    def decide(self, turn: Turn) -> str:
        if isinstance(turn.view, CribbageView):
            return self.card(turn.view, turn.legal_moves)
        return max(turn.legal_moves, key=lambda move: sum(halves(move)))  # dominoes: the heaviest tile

    def card(self, view: CribbageView, moves: tuple[str, ...]) -> str:
        if view.phase == "lay-away":  # give the crib what is worth least in a count of fifteen
            return min(moves, key=lambda move: sum(value(card) == 5 for card in cards(move)))
        for move in moves:
            if view.count + value(move) in (15, 31):
                return move
        return max(moves, key=value)

    def match_ended(self, end: MatchEnd) -> None:
        print(end.match_id, end.termination, [side.points for side in end.sides])


if __name__ == "__main__":
    main(FirstBot)
