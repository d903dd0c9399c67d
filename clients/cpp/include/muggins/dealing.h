// Commitments, seeds, and how a seed deals, as docs/dealing.md lays down: enough to deal a finished match again.
// Values, seeds and entropies are 32 bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace muggins {

// What is published before the value is.
std::string commitment(std::string_view value);

// The seed of a match; `entropies` has an item for each seat, empty where it gave none.
std::string match_seed(std::string_view server_seed, const std::vector<std::string>& entropies);

// The first `count` of `size` pieces (28 tiles or 52 cards), as places in the written order of their set, that the seed
// deals under a label such as "deal/1/1".
std::vector<int> shuffle(std::string_view seed, std::string_view label, int size, int count);

}  // namespace muggins
