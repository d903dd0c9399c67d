#include <algorithm>
#include <stdexcept>

#include "hands.h"
#include "layout.h"
#include "muggins/house.h"
#include "pegs.h"

namespace muggins::house {
namespace {

using Texts = google::protobuf::RepeatedPtrField<std::string>;

std::vector<Card> parsed(const Texts& texts) {
    std::vector<Card> cards;
    std::transform(texts.begin(), texts.end(), std::back_inserter(cards), Card::parse);
    return cards;
}

// The first of the moves that are worth most.
template <class Worth>
std::string best(const Texts& moves, Worth worth) {
    std::string best;
    int most = -1;
    for (const std::string& move : moves) {
        if (int points = worth(move); points > most) {
            most = points;
            best = move;
        }
    }
    return best;
}

std::string place(const v1::FivesView& view, int seat, const Texts& moves) {
    const Layout layout = Layout::of(view);
    return best(moves, [&](const std::string& move) { return layout.after(Placement::parse(move)).gain(view, seat); });
}

std::string lay_away(const v1::CribbageView& view, const Texts& moves) {
    const std::vector<Card> hand = parsed(view.hand());
    return best(moves, [&](const std::string& move) {
        std::vector<Card> kept = hand;
        for (Card away : cards(move)) std::erase(kept, away);
        return seen_worth(kept);
    });
}

std::string peg(const v1::CribbageView& view, const Texts& moves) {
    const std::vector<Card> pile = parsed(view.pile());
    return best(moves, [&](const std::string& move) {
        std::vector<Card> played = pile;
        played.push_back(Card::parse(move));
        return pegged(played);
    });
}

}  // namespace

std::string Greedy::decide(const v1::Turn& turn) {
    const Texts& moves = turn.legal_moves();
    if (moves.size() == 1) return moves[0];
    if (turn.has_fives()) return place(turn.fives(), static_cast<int>(turn.seat()), moves);
    if (!turn.has_cribbage()) throw std::invalid_argument("greedy does not play this game");
    const v1::CribbageView& view = turn.cribbage();
    return view.phase() == v1::CRIBBAGE_PHASE_LAY_AWAY ? lay_away(view, moves) : peg(view, moves);
}

Profile Greedy::profile() const {
    Profile profile;
    profile.games = {"cribbage", "fives-and-threes"};
    profile.max_matches = 64;
    return profile;
}

}  // namespace muggins::house
