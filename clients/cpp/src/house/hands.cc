#include "hands.h"

#include <algorithm>
#include <array>

namespace muggins::house {
namespace {

int fifteens(const std::vector<Card>& cards) {
    int points = 0;
    for (unsigned subset = 0; subset < 1u << cards.size(); ++subset) {
        int sum = 0;
        for (std::size_t place = 0; place < cards.size(); ++place) {
            if (subset >> place & 1) sum += cards[place].value();
        }
        if (sum == 15) points += 2;
    }
    return points;
}

int pairs(const std::vector<Card>& cards) {
    int points = 0;
    for (auto card = cards.begin(); card != cards.end(); ++card) {
        points += 2 * std::count_if(cards.begin(), card, [&](Card other) { return other.rank() == card->rank(); });
    }
    return points;
}

// The points of all runs of the greatest length: each choice of cards counts.
int runs(const std::vector<Card>& cards) {
    std::array<int, 14> counts{};  // by rank
    for (Card card : cards) ++counts[card.rank()];
    for (int length = 5; length >= 3; --length) {
        for (int low = 1; low + length <= 14; ++low) {
            int choices = 1;
            for (int rank = low; rank < low + length; ++rank) choices *= counts[rank];
            if (choices > 0) return length * choices;
        }
    }
    return 0;
}

}  // namespace

int seen_worth(const std::vector<Card>& cards) {
    bool flush = std::all_of(cards.begin(), cards.end(), [&](Card card) { return card.suit() == cards[0].suit(); });
    return fifteens(cards) + pairs(cards) + runs(cards) + (flush ? 4 : 0);
}

}  // namespace muggins::house
