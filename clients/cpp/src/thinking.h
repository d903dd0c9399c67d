// What a bot has been asked and told: what waits, the turn that is due first in front, and what is thought about.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <queue>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "muggins/v1/play.pb.h"

namespace muggins {

using Moment = std::chrono::steady_clock::time_point;

// One call of the bot.
using Job = std::variant<v1::MatchStart, v1::MatchEnd, v1::Notice, v1::Turn>;

class Thinking {
public:
    // Something to tell the bot, before any turn.
    void tell(Job news) { news_.push_back(std::move(news)); }

    // Put a turn in the queue. One that is thought about already is not begun again.
    void ask(v1::Turn turn, Moment now);

    // The next call of the bot: its news in their order, then the turn that is due first.
    std::optional<Job> next();

    // A turn has been thought about. Returns whether its answer is still wanted.
    bool thought(std::uint64_t turn_id) { return thinking_.erase(turn_id) > 0; }

    // Stop caring about a turn, or about the turns of a match.
    void drop(std::uint64_t turn_id);
    void drop_match(const std::string& match_id);

    // Forget the turns that wait; what is thought about goes on.
    void forget_waiting();

    // Whether something waits for a thread.
    bool is_waiting() const { return !news_.empty() || !waiting_.empty(); }

    // Whether no turn waits or is thought about.
    bool is_idle() const { return waiting_.empty() && thinking_.empty(); }

private:
    using Due = std::pair<Moment, std::uint64_t>;  // a deadline and a turn

    std::deque<Job> news_;
    std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;  // some of them dropped since
    std::unordered_map<std::uint64_t, v1::Turn> waiting_;
    std::unordered_map<std::uint64_t, std::string> thinking_;  // match ids of the turns that are thought about
};

}  // namespace muggins
