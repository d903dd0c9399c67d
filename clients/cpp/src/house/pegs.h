// The play of cribbage.
#pragma once

#include <vector>

#include "muggins/notation.h"

namespace muggins::house {

// What the last card of the pile pegs, go and last card apart (C6 of docs/rules.md).
int pegged(const std::vector<Card>& pile);

}  // namespace muggins::house
