package muggins.bot.house;

import muggins.bot.Placement;
import muggins.bot.Tile;
import muggins.v1.Fives.FivesView;

/**
 * A line of dominoes as its two ends, and what a placement is worth; the ends are null before the first tile.
 * Paragraphs are those of docs/rules.md.
 */
record Layout(End left, End right, int sum) {
    /** An open value, and what it adds to the sum of the ends. */
    record End(int value, int pips) {
        /** A double lies across the line and counts whole (F4.2). */
        static End of(int value, Tile tile) {
            return new End(value, tile.isDouble() ? 2 * value : value);
        }

        /** The end that a tile makes of this one, to which it is laid. */
        End joined(Tile tile) {
            return of(tile.first() == value ? tile.second() : tile.first(), tile);
        }
    }

    /** The line that the view shows. */
    static Layout of(FivesView view) {
        if (view.getLineCount() == 0) {
            return new Layout(null, null, 0);
        }
        Tile first = Tile.parse(view.getLine(0));
        Tile last = Tile.parse(view.getLine(view.getLineCount() - 1));
        return new Layout(End.of(view.getLeft(), first), End.of(view.getRight(), last), view.getSum());
    }

    /** The layout once that legal move is made. */
    Layout after(Placement placed) {
        Tile tile = placed.tile();
        return switch (placed.end()) {
            case NONE -> opened(tile);
            case LEFT -> of(left.joined(tile), right);
            case RIGHT -> of(left, right.joined(tile));
        };
    }

    /** What the seat's side gets for making this layout with its next tile, going out included (F5, F7). */
    int gain(FivesView view, int seat) {
        boolean four = view.getTilesLeftCount() == 4;
        int partner = four ? view.getTilesLeft(seat ^ 2) : 0;
        int out = view.getHandCount() == 1 && partner == 0 ? 1 : 0;
        int room = view.getTarget() - view.getScores(four ? seat % 2 : seat);
        int offered = worth(sum) + out;
        return offered <= room ? offered : 0; // void beyond the target
    }

    private static Layout of(End left, End right) {
        return new Layout(left, right, left.pips + right.pips);
    }

    /** The lone tile is both ends and counts once; a double keeps its whole weight at both (F4.3, F4.4). */
    private static Layout opened(Tile tile) {
        End left = End.of(tile.first(), tile);
        End right = End.of(tile.second(), tile);
        return new Layout(left, right, tile.isDouble() ? left.pips : left.pips + right.pips);
    }

    /** A point for each three and for each five that go into the sum exactly (F5.1). */
    private static int worth(int sum) {
        return (sum % 3 == 0 ? sum / 3 : 0) + (sum % 5 == 0 ? sum / 5 : 0);
    }
}
