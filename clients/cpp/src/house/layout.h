// A line of dominoes as its two ends, and what a placement is worth. Paragraphs are those of docs/rules.md.
#pragma once

#include "muggins/notation.h"
#include "muggins/v1/fives.pb.h"

namespace muggins::house {

// An open value, and what it adds to the sum of the ends.
struct OpenEnd {
    int value;
    int pips;

    // A double lies across the line and counts whole (F4.2).
    static OpenEnd of(int value, Tile tile) { return {value, tile.is_double() ? 2 * value : value}; }

    // The end that a tile makes of this one, to which it is laid.
    OpenEnd joined(Tile tile) const { return of(tile.first == value ? tile.second : tile.first, tile); }
};

struct Layout {
    OpenEnd left;  // -1 before the first tile, as in the view
    OpenEnd right;
    int sum;

    // The line that the view shows.
    static Layout of(const v1::FivesView& view);

    // The layout once that legal move is made.
    Layout after(Placement placed) const;

    // What the seat's side gets for making this layout with its next tile, the bonus for going out included (F5, F7).
    int gain(const v1::FivesView& view, int seat) const;
};

}  // namespace muggins::house
