// House bots: each plays both games with any number of seats, and knows what its turn says and nothing else.
#pragma once

#include <string>

#include "muggins/bot.h"

namespace muggins::house {

// Takes the most points that it can have now, and never looks further; of equal moves it takes the first.
class Greedy : public Bot {
public:
    std::string decide(const v1::Turn& turn) override;
    Profile profile() const override;
};

// Plays any legal move of any game, each equally likely.
class Random : public Bot {
public:
    std::string decide(const v1::Turn& turn) override;
    Profile profile() const override;
};

}  // namespace muggins::house
