package muggins.bot.house;

import java.util.List;
import muggins.bot.Card;

/** The play of cribbage. Paragraphs are those of docs/rules.md. */
final class Pegs {
    private Pegs() {}

    /** What the last card of the pile pegs, go and last card apart (C6). */
    static int pegged(List<Card> pile) {
        if (pile.size() < 2) {
            return 0;
        }
        int count = pile.stream().mapToInt(Card::value).sum();
        int made = switch (alike(pile)) {
            case 2 -> 2;
            case 3 -> 6;
            case 4 -> 12;
            default -> run(pile); // two alike at the end spoil every run
        };
        return made + (count == 15 || count == 31 ? 2 : 0);
    }

    /** How many of the last cards are of one rank (C6.2). */
    private static int alike(List<Card> pile) {
        int last = pile.get(pile.size() - 1).rank();
        int alike = 1;
        while (alike < pile.size() && pile.get(pile.size() - alike - 1).rank() == last) {
            alike++;
        }
        return alike;
    }

    /** The longest run that the last cards make in any order, or 0 (C6.3). */
    private static int run(List<Card> pile) {
        for (int length = pile.size(); length >= 3; length--) {
            if (isRun(pile.subList(pile.size() - length, pile.size()))) {
                return length;
            }
        }
        return 0;
    }

    private static boolean isRun(List<Card> cards) {
        int[] ranks = cards.stream().mapToInt(Card::rank).sorted().toArray();
        for (int place = 1; place < ranks.length; place++) {
            if (ranks[place] != ranks[place - 1] + 1) {
                return false;
            }
        }
        return true;
    }
}
