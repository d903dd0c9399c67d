#include "thinking.h"

namespace muggins {

void Thinking::ask(v1::Turn turn, Moment now) {
    std::uint64_t id = turn.turn_id();
    if (thinking_.contains(id)) return;
    std::chrono::microseconds left(turn.clock().move_left_us() + turn.clock().bank_left_us());
    due_.emplace(now + left, id);
    waiting_.insert_or_assign(id, std::move(turn));
}

std::optional<Job> Thinking::next() {
    if (!news_.empty()) {
        Job news = std::move(news_.front());
        news_.pop_front();
        return news;
    }
    while (!due_.empty()) {
        auto waited = waiting_.extract(due_.top().second);
        due_.pop();
        if (waited) {
            thinking_[waited.key()] = waited.mapped().match_id();
            return std::move(waited.mapped());
        }
    }
    return std::nullopt;
}

void Thinking::drop(std::uint64_t turn_id) {
    waiting_.erase(turn_id);
    thinking_.erase(turn_id);
}

void Thinking::drop_match(const std::string& match_id) {
    std::erase_if(waiting_, [&](const auto& each) { return each.second.match_id() == match_id; });
    std::erase_if(thinking_, [&](const auto& each) { return each.second == match_id; });
}

void Thinking::forget_waiting() {
    waiting_.clear();
    due_ = {};
}

}  // namespace muggins
