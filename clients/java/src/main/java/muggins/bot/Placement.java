package muggins.bot;

/** A move of dominoes: a tile and its end, {@code 6-4:L}; the opening tile has none, {@code 6-4}. */
public record Placement(Tile tile, End end) {
    /** Where a tile is laid. */
    public enum End {
        NONE(""),
        LEFT(":L"),
        RIGHT(":R");

        private final String text;

        End(String text) {
            this.text = text;
        }

        private static End parse(String text) {
            for (End end : values()) {
                if (end.text.equals(text)) {
                    return end;
                }
            }
            throw new IllegalArgumentException("'" + text + "' names no end");
        }
    }

    /** Throws IllegalArgumentException for a text that is no placement. */
    public static Placement parse(String text) {
        int colon = text.indexOf(':');
        String tile = colon < 0 ? text : text.substring(0, colon);
        return new Placement(Tile.parse(tile), End.parse(text.substring(tile.length())));
    }

    @Override
    public String toString() {
        return tile + end.text;
    }
}
