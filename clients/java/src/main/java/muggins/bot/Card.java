package muggins.bot;

import java.util.Arrays;
import java.util.List;

/**
 * A card, {@code AC 2C .. TC JC QC KC} and so on; cards are ordered as the pack is.
 *
 * @param place in the pack: 13 times the suit, plus rank - 1
 */
public record Card(int place) implements Comparable<Card> {
    /** Low to high. */
    public static final String RANKS = "A23456789TJQK";

    /** In the order of the pack. */
    public static final String SUITS = "CDHS";

    public Card {
        if (place < 0 || place >= 52) {
            throw new IllegalArgumentException("the pack has no card " + place);
        }
    }

    /** Throws IllegalArgumentException for a text that is no card. */
    public static Card parse(String text) {
        int rank = text.length() == 2 ? RANKS.indexOf(text.charAt(0)) : -1;
        int suit = text.length() == 2 ? SUITS.indexOf(text.charAt(1)) : -1;
        if (rank < 0 || suit < 0) {
            throw new IllegalArgumentException("'" + text + "' is no card");
        }
        return new Card(13 * suit + rank);
    }

    /** The cards of a list of texts, such as a view's hand. */
    public static List<Card> parseAll(List<String> texts) {
        return texts.stream().map(Card::parse).toList();
    }

    /** The cards of a move of cribbage: one, or the two that are laid away. */
    public static List<Card> ofMove(String move) {
        return parseAll(Arrays.asList(move.split(",", -1)));
    }

    /** 1 for the ace to 13 for the king. */
    public int rank() {
        return place % 13 + 1;
    }

    /** One of C, D, H, S. */
    public char suit() {
        return SUITS.charAt(place / 13);
    }

    /** What it adds to a count: 1 for the ace, 10 for ten, jack, queen and king. */
    public int value() {
        return Math.min(rank(), 10);
    }

    @Override
    public int compareTo(Card other) {
        return Integer.compare(place, other.place);
    }

    @Override
    public String toString() {
        return "" + RANKS.charAt(place % 13) + suit();
    }
}
