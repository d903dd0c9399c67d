#include "pegs.h"

#include <algorithm>
#include <numeric>

namespace muggins::house {
namespace {

// How many of the last cards are of one rank (C6.2).
int alike(const std::vector<Card>& pile) {
    auto other = std::find_if(pile.rbegin(), pile.rend(), [&](Card card) { return card.rank() != pile.back().rank(); });
    return static_cast<int>(other - pile.rbegin());
}

bool is_run(const std::vector<Card>& pile, int length) {
    std::vector<int> ranks;
    std::transform(pile.end() - length, pile.end(), std::back_inserter(ranks), [](Card card) { return card.rank(); });
    std::sort(ranks.begin(), ranks.end());
    return std::adjacent_find(ranks.begin(), ranks.end(), [](int low, int high) { return high != low + 1; }) ==
           ranks.end();
}

// The longest run that the last cards make in any order, or 0 (C6.3).
int run(const std::vector<Card>& pile) {
    int length = static_cast<int>(pile.size());
    while (length >= 3 && !is_run(pile, length)) --length;
    return length >= 3 ? length : 0;
}

int pairs_or_run(const std::vector<Card>& pile) {
    switch (alike(pile)) {
        case 2: return 2;
        case 3: return 6;
        case 4: return 12;
        default: return run(pile);  // two alike at the end spoil every run
    }
}

}  // namespace

int pegged(const std::vector<Card>& pile) {
    if (pile.size() < 2) return 0;
    int count = std::accumulate(pile.begin(), pile.end(), 0, [](int sum, Card card) { return sum + card.value(); });
    return pairs_or_run(pile) + (count == 15 || count == 31 ? 2 : 0);
}

}  // namespace muggins::house
