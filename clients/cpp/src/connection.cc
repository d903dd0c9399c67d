#include "muggins/connection.h"

#include <iomanip>
#include <iostream>
#include <sstream>
#include <utility>

#include "session.h"
#include "table.h"

namespace muggins {
namespace {

grpc::ChannelArguments arguments() {
    grpc::ChannelArguments arguments;
    // A server that has vanished is noticed within half a minute; a ping more often than this may be held against us.
    arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 20'000);
    arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 5'000);
    arguments.SetInt(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
    arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
    // When to dial again is the backoff's to say, not that of a pool that channels share.
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    // Turns of hundreds of matches may come in one message.
    arguments.SetMaxReceiveMessageSize(16 << 20);
    return arguments;
}

// Trying again would not help.
bool is_refusal(grpc::StatusCode code) {
    return code == grpc::StatusCode::UNAUTHENTICATED || code == grpc::StatusCode::PERMISSION_DENIED ||
           code == grpc::StatusCode::INVALID_ARGUMENT || code == grpc::StatusCode::UNIMPLEMENTED;
}

std::string words(const grpc::Status& status) {
    if (status.ok()) return "it ended the stream";
    return status.error_message().empty() ? "status " + std::to_string(status.error_code()) : status.error_message();
}

}  // namespace

Connection::Connection(std::shared_ptr<Bot> bot, std::string address, std::string token,
                       std::shared_ptr<grpc::ChannelCredentials> credentials, Backoff backoff,
                       std::chrono::milliseconds grace)
    : table_(std::make_unique<Table>(std::move(bot))),
      address_(std::move(address)),
      token_(std::move(token)),
      credentials_(std::move(credentials)),
      backoff_(std::move(backoff)),
      grace_(grace) {}

Connection::~Connection() = default;

Exit Connection::run() {
    while (true) {
        auto started = std::chrono::steady_clock::now();
        auto channel = grpc::CreateCustomChannel(address_, credentials_, arguments());
        grpc::Status status = play(*table_, channel, token_, grace_);
        backoff_.lasted(std::chrono::steady_clock::now() - started);
        if (auto exit = verdict(status)) return *exit;
        pause(words(status));
    }
}

std::size_t Connection::leave() { return table_->leave(); }

std::optional<Exit> Connection::verdict(const grpc::Status& status) {
    auto [superseded, done] = table_->with(
        [](const Player& player) { return std::pair(player.is_superseded(), player.is_done()); });
    if (superseded) {
        std::cerr << "a newer session of this bot has taken over; this one stops\n";
        return Exit::superseded;
    }
    if (is_refusal(status.error_code())) {
        std::cerr << address_ + " refused this bot: " + words(status) + "\n";
        return Exit::refused;
    }
    return done ? std::optional(Exit::left) : std::nullopt;
}

void Connection::pause(const std::string& why) {
    std::chrono::nanoseconds pause = backoff_.pause();
    pause += table_->with([](const Player& player) { return player.come_back_after(); });
    std::ostringstream line;
    line << "no connection to " << address_ << " (" << why << "); trying again in " << std::fixed
         << std::setprecision(1) << std::chrono::duration<double>(pause).count() << " s\n";
    std::cerr << line.str();
    table_->pause(pause);
}

}  // namespace muggins
