#include "layout.h"

namespace muggins::house {
namespace {

// The lone tile is both ends and counts once; a double keeps its whole weight at both (F4.3, F4.4).
Layout opened(Tile tile) {
    OpenEnd left = OpenEnd::of(tile.first, tile);
    OpenEnd right = OpenEnd::of(tile.second, tile);
    return {left, right, tile.is_double() ? left.pips : left.pips + right.pips};
}

Layout extended(OpenEnd left, OpenEnd right) { return {left, right, left.pips + right.pips}; }

// A point for each three and for each five that go into the sum exactly (F5.1).
int worth(int sum) { return (sum % 3 == 0 ? sum / 3 : 0) + (sum % 5 == 0 ? sum / 5 : 0); }

}  // namespace

Layout Layout::of(const v1::FivesView& view) {
    if (view.line().empty()) return {{-1, 0}, {-1, 0}, 0};
    Tile first = Tile::parse(view.line(0));
    Tile last = Tile::parse(view.line(view.line_size() - 1));
    return {OpenEnd::of(view.left(), first), OpenEnd::of(view.right(), last), static_cast<int>(view.sum())};
}

Layout Layout::after(Placement placed) const {
    if (placed.end == End::none) return opened(placed.tile);
    if (placed.end == End::left) return extended(left.joined(placed.tile), right);
    return extended(left, right.joined(placed.tile));
}

int Layout::gain(const v1::FivesView& view, int seat) const {
    const bool four = view.tiles_left_size() == 4;
    const bool partner_holds_tiles = four && view.tiles_left(seat ^ 2) > 0;
    const int out = view.hand_size() == 1 && !partner_holds_tiles ? 1 : 0;
    const int room = static_cast<int>(view.target()) - static_cast<int>(view.scores(four ? seat % 2 : seat));
    const int offered = worth(sum) + out;
    return offered <= room ? offered : 0;  // void beyond the target
}

}  // namespace muggins::house
