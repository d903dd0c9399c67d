#include <random>

#include "muggins/house.h"

namespace muggins::house {

std::string Random::decide(const v1::Turn& turn) {
    thread_local std::mt19937 generator{std::random_device{}()};
    std::uniform_int_distribution<int> any(0, turn.legal_moves_size() - 1);
    return turn.legal_moves(any(generator));
}

Profile Random::profile() const {
    Profile profile;
    profile.max_matches = 64;
    return profile;
}

}  // namespace muggins::house
