// A whole bot: heavy tiles first, fives stay in the hand, and fifteen and thirty-one are taken.
//
// MUGGINS_TOKEN=... build/first_bot --address localhost:7411

#include <algorithm>
#include <iostream>
#include <string>

#include "muggins/bot.h"
#include "muggins/cli.h"
#include "muggins/notation.h"

using namespace muggins;

// The move that the measure calls greatest.
template <class Measure>
std::string greatest(const v1::Turn& turn, Measure measure) {
    const auto& moves = turn.legal_moves();
    return *std::max_element(moves.begin(), moves.end(), [&](const std::string& one, const std::string& other) {
        return measure(one) < measure(other);
    });
}

class FirstBot : public Bot {
public:
    std::string decide(const v1::Turn& turn) override {
        if (turn.has_cribbage()) return card(turn);
        return greatest(turn, [](const std::string& move) {  // dominoes: the heaviest tile
            Tile tile = Placement::parse(move).tile;
            return tile.first + tile.second;
        });
    }

    void match_ended(const v1::MatchEnd& end) override { std::cout << end.ShortDebugString() << std::endl; }

private:
    static std::string card(const v1::Turn& turn) {
        if (turn.cribbage().phase() == v1::CRIBBAGE_PHASE_LAY_AWAY) {
            return greatest(turn, [](const std::string& move) {
                auto away = cards(move);
                return -std::count_if(away.begin(), away.end(), [](Card card) { return card.value() == 5; });
            });
        }
        return greatest(turn, [&](const std::string& move) {
            int value = Card::parse(move).value();
            int count = static_cast<int>(turn.cribbage().count()) + value;
            return count == 15 || count == 31 ? 100 : value;
        });
    }
};

int main(int argc, char** argv) { return run(std::make_shared<FirstBot>(), argc, argv); }
