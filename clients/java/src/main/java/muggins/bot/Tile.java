package muggins.bot;

/**
 * A tile, {@code 6-4}, with its halves in the order in which they are written: the higher one first, unless it is
 * turned as it lies in a line.
 */
public record Tile(int first, int second) {
    /** Throws IllegalArgumentException for a text that is no tile. */
    public static Tile parse(String text) {
        if (!text.matches("[0-6]-[0-6]")) {
            throw new IllegalArgumentException("'" + text + "' is no tile");
        }
        return new Tile(text.charAt(0) - '0', text.charAt(2) - '0');
    }

    /** Whether both halves are the same. */
    public boolean isDouble() {
        return first == second;
    }

    @Override
    public String toString() {
        return first + "-" + second;
    }
}
