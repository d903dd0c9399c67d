#include "muggins/notation.h"

#include <algorithm>
#include <stdexcept>

namespace muggins {
namespace {

constexpr std::string_view RANKS = "A23456789TJQK";  // low to high
constexpr std::string_view SUITS = "CDHS";           // in the order of the pack

[[noreturn]] void refuse(std::string_view text, const char* what) {
    throw std::invalid_argument("'" + std::string(text) + "' " + what);
}

bool is_half(char letter) { return letter >= '0' && letter <= '6'; }

}  // namespace

Card Card::parse(std::string_view text) {
    if (text.size() != 2) refuse(text, "is no card");
    auto rank = RANKS.find(text[0]);
    auto suit = SUITS.find(text[1]);
    if (rank == RANKS.npos || suit == SUITS.npos) refuse(text, "is no card");
    return Card(static_cast<int>(13 * suit + rank));
}

char Card::suit() const { return SUITS[place_ / 13]; }

int Card::value() const { return std::min(rank(), 10); }

std::string Card::text() const { return {RANKS[place_ % 13], suit()}; }

std::vector<Card> cards(std::string_view move) {
    std::vector<Card> found;
    for (auto comma = move.find(','); comma != move.npos; comma = move.find(',')) {
        found.push_back(Card::parse(move.substr(0, comma)));
        move.remove_prefix(comma + 1);
    }
    found.push_back(Card::parse(move));
    return found;
}

Tile Tile::parse(std::string_view text) {
    if (text.size() != 3 || !is_half(text[0]) || text[1] != '-' || !is_half(text[2])) refuse(text, "is no tile");
    return {text[0] - '0', text[2] - '0'};
}

std::string Tile::text() const { return std::to_string(first) + "-" + std::to_string(second); }

Placement Placement::parse(std::string_view text) {
    Tile tile = Tile::parse(text.substr(0, text.find(':')));
    std::string_view end = text.substr(3);
    if (end.empty()) return {tile, End::none};
    if (end == ":L") return {tile, End::left};
    if (end == ":R") return {tile, End::right};
    refuse(text, "names no end");
}

std::string Placement::text() const {
    return tile.text() + (end == End::none ? "" : end == End::left ? ":L" : ":R");
}

}  // namespace muggins
