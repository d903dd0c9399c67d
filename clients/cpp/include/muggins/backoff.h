// How long to wait before dialling again: exponential, with full jitter.
#pragma once

#include <chrono>
#include <functional>

namespace muggins {

// Pauses between attempts: each is drawn from 0 to a ceiling, which doubles from the first to the most. Full jitter
// keeps bots that lost one server from all coming back in the same instant.
class Backoff {
public:
    using Milliseconds = std::chrono::milliseconds;

    Backoff();

    // The first and the greatest ceiling; `share` draws a number from 0 to 1.
    Backoff(Milliseconds first, Milliseconds most, std::function<double()> share);
    Backoff(Milliseconds first, Milliseconds most);

    // How long to wait before the next attempt.
    Milliseconds pause();

    // Tell how long a session lasted: one of five seconds or more starts the pauses again from the first.
    void lasted(std::chrono::nanoseconds session);

private:
    Milliseconds first_;
    Milliseconds most_;
    Milliseconds ceiling_;
    std::function<double()> share_;
};

}  // namespace muggins
