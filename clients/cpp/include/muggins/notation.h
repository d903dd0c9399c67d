// Cards, tiles and moves, and their text. Each `parse` throws std::invalid_argument for a text that is none.
#pragma once

#include <compare>
#include <string>
#include <string_view>
#include <vector>

namespace muggins {

// A card, "AC 2C .. TC JC QC KC" and so on; cards are ordered as the pack is.
class Card {
public:
    static Card parse(std::string_view text);

    int rank() const { return place_ % 13 + 1; }  // 1 for the ace to 13 for the king
    char suit() const;                            // one of C, D, H, S
    int value() const;                            // what it adds to a count: 10 for ten, jack, queen and king
    std::string text() const;

    auto operator<=>(const Card&) const = default;

private:
    explicit Card(int place) : place_(place) {}

    int place_;  // in the pack: 13 times the suit, plus rank - 1
};

// The cards of a move of cribbage: one, or the two that are laid away.
std::vector<Card> cards(std::string_view move);

// A tile, "6-4", with its halves in the order in which they are written: the higher one first, unless it is turned as
// it lies in a line.
struct Tile {
    int first;
    int second;

    static Tile parse(std::string_view text);

    bool is_double() const { return first == second; }
    std::string text() const;

    bool operator==(const Tile&) const = default;
};

// Where a tile is laid.
enum class End { none, left, right };

// A move of dominoes: a tile and its end, "6-4:L"; the opening tile has none, "6-4".
struct Placement {
    Tile tile;
    End end;

    static Placement parse(std::string_view text);

    std::string text() const;

    bool operator==(const Placement&) const = default;
};

}  // namespace muggins
