// The bot and its player between the network and the threads that think.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "muggins/bot.h"
#include "player.h"

namespace muggins {

class Table {
public:
    // Seats the bot; its threads think until the table is gone, which waits for what they are thinking about.
    explicit Table(std::shared_ptr<Bot> bot);
    ~Table();

    // Look at the player.
    template <class Look>
    auto with(Look look) {
        std::lock_guard guard(mutex_);
        return look(player_);
    }

    // Take one message of the server.
    void take(v1::PlayResponse response);

    // Say goodbye: finish the running matches, get no new ones. Returns how many are running.
    std::size_t leave();

    // Let whoever waits for something to send look again.
    void wake();

    // Wait for something to send. None when the session is over: it has ended, a newer one has taken over, or the bot
    // has left and the grace has passed.
    std::optional<v1::PlayRequest> next_message(const std::atomic<bool>& ended, std::chrono::nanoseconds grace);

    // Sleep, unless the bot is to leave.
    void pause(std::chrono::nanoseconds time);

private:
    void think();
    std::optional<Job> next_job();
    void decide(const v1::Turn& turn);
    void tell(const Job& job);

    std::shared_ptr<Bot> bot_;
    std::mutex mutex_;
    std::condition_variable work_;
    std::condition_variable news_;  // something may be ready to be sent, or the bot is to leave
    Player player_;                 // guarded by the mutex
    bool closed_ = false;           // so is this
    std::vector<std::thread> threads_;
};

}  // namespace muggins
