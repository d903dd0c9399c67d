// What cards of cribbage are worth to keep.
#pragma once

#include <vector>

#include "muggins/notation.h"

namespace muggins::house {

// What four cards score by themselves, before any starter (C7.2 of docs/rules.md).
int seen_worth(const std::vector<Card>& cards);

}  // namespace muggins::house
