#include "table.h"

#include <algorithm>
#include <iostream>
#include <stdexcept>

namespace muggins {
namespace {

Moment now() { return std::chrono::steady_clock::now(); }

// Calls the bot; what goes wrong in it is the author's to see, and ends nothing.
template <class Call>
void guarded(const std::string& what, Call call) {
    try {
        call();
    } catch (const std::exception& error) {
        std::cerr << what + ": " + error.what() + "\n";
    } catch (...) {
        std::cerr << what + "\n";
    }
}

}  // namespace

Table::Table(std::shared_ptr<Bot> bot) : bot_(std::move(bot)), player_(bot_->profile()) {
    for (int number = std::max(1, bot_->profile().threads); number > 0; --number) {
        threads_.emplace_back([this] { think(); });
    }
}

Table::~Table() {
    with([this](Player&) { closed_ = true; });
    work_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void Table::take(v1::PlayResponse response) {
    with([&](Player& player) { player.take(std::move(response), now()); });
    work_.notify_one();
    news_.notify_all();
}

std::size_t Table::leave() {
    std::size_t running = with([](Player& player) { return player.goodbye(now()); });
    news_.notify_all();
    return running;
}

void Table::wake() {
    with([](Player&) {});  // so that nobody is between looking and waiting
    news_.notify_all();
}

std::optional<v1::PlayRequest> Table::next_message(const std::atomic<bool>& ended, std::chrono::nanoseconds grace) {
    std::unique_lock lock(mutex_);
    std::optional<Moment> leave_at;
    while (!ended && !player_.is_superseded()) {
        if (auto ready = player_.collect(now())) return ready;
        if (player_.is_done() && !leave_at) leave_at = now() + grace;
        if (auto send_at = player_.send_at()) {
            news_.wait_until(lock, *send_at);
        } else if (!leave_at) {
            news_.wait(lock);
        } else if (news_.wait_until(lock, *leave_at) == std::cv_status::timeout) {
            break;
        }
    }
    return std::nullopt;
}

void Table::pause(std::chrono::nanoseconds time) {
    std::unique_lock lock(mutex_);
    bool was_leaving = player_.is_leaving();  // matches wait for us, and nothing can shorten the pause any more
    news_.wait_for(lock, time, [&] { return player_.is_leaving() != was_leaving; });
}

void Table::think() {
    while (auto job = next_job()) {
        if (const auto* turn = std::get_if<v1::Turn>(&*job)) {
            decide(*turn);
        } else {
            tell(*job);
        }
    }
}

std::optional<Job> Table::next_job() {
    std::unique_lock lock(mutex_);
    while (!closed_) {
        if (auto job = player_.next_job()) {
            if (player_.has_jobs()) work_.notify_one();  // each thread that finds work wakes the next
            return job;
        }
        work_.wait(lock);
    }
    return std::nullopt;
}

void Table::decide(const v1::Turn& turn) {
    std::optional<std::string> move;
    guarded("decide failed; the clock of a turn of match " + turn.match_id() + " runs on",
            [&] { move = bot_->decide(turn); });
    if (with([&](Player& player) { return player.decided(turn, move, now()); })) news_.notify_all();
}

void Table::tell(const Job& job) {
    const std::string failed = "a hook of the bot failed";
    if (const auto* start = std::get_if<v1::MatchStart>(&job)) {
        guarded(failed, [&] { bot_->match_started(*start); });
        with([&](Player& player) { player.prepared(start->match_id(), now()); });
        news_.notify_all();
    } else if (const auto* end = std::get_if<v1::MatchEnd>(&job)) {
        guarded(failed, [&] { bot_->match_ended(*end); });
    } else if (const auto* notice = std::get_if<v1::Notice>(&job)) {
        guarded(failed, [&] { bot_->notice(*notice); });
    }
}

}  // namespace muggins
