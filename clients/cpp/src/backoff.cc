#include "muggins/backoff.h"

#include <algorithm>
#include <random>
#include <utility>

namespace muggins {
namespace {

constexpr std::chrono::seconds STABLE{5};

double drawn() {
    thread_local std::mt19937 generator{std::random_device{}()};
    return std::uniform_real_distribution<double>()(generator);
}

}  // namespace

Backoff::Backoff() : Backoff(Milliseconds(200), Milliseconds(20'000)) {}

Backoff::Backoff(Milliseconds first, Milliseconds most) : Backoff(first, most, drawn) {}

Backoff::Backoff(Milliseconds first, Milliseconds most, std::function<double()> share)
    : first_(first), most_(most), ceiling_(first), share_(std::move(share)) {}

Backoff::Milliseconds Backoff::pause() {
    auto ceiling = ceiling_;
    ceiling_ = std::min(2 * ceiling, most_);
    return std::chrono::duration_cast<Milliseconds>(ceiling * share_());
}

void Backoff::lasted(std::chrono::nanoseconds session) {
    if (session >= STABLE) ceiling_ = first_;
}

}  // namespace muggins
