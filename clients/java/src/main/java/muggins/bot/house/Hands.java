package muggins.bot.house;

import java.util.List;
import muggins.bot.Card;

/** What cards of cribbage are worth to keep. Paragraphs are those of docs/rules.md. */
final class Hands {
    private Hands() {}

    /** What four cards score by themselves, before any starter (C7.2). */
    static int seenWorth(List<Card> cards) {
        boolean flush = cards.stream().map(Card::suit).distinct().count() == 1;
        return fifteens(cards) + pairs(cards) + runs(cards) + (flush ? 4 : 0);
    }

    private static int fifteens(List<Card> cards) {
        int points = 0;
        for (int subset = 0; subset < 1 << cards.size(); subset++) {
            int sum = 0;
            for (int place = 0; place < cards.size(); place++) {
                sum += (subset >> place & 1) * cards.get(place).value();
            }
            points += sum == 15 ? 2 : 0;
        }
        return points;
    }

    private static int pairs(List<Card> cards) {
        int points = 0;
        for (int place = 0; place < cards.size(); place++) {
            int rank = cards.get(place).rank();
            points += 2 * (int) cards.subList(0, place).stream().filter(card -> card.rank() == rank).count();
        }
        return points;
    }

    /** The points of all runs of the greatest length: each choice of cards counts. */
    private static int runs(List<Card> cards) {
        int[] counts = new int[14]; // by rank
        cards.forEach(card -> counts[card.rank()]++);
        for (int length = 5; length >= 3; length--) {
            for (int low = 1; low + length <= 14; low++) {
                int choices = 1;
                for (int rank = low; rank < low + length; rank++) {
                    choices *= counts[rank];
                }
                if (choices > 0) {
                    return length * choices;
                }
            }
        }
        return 0;
    }
}
