// A bot's connection to a server: it dials, plays, and dials again.
#pragma once

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "muggins/backoff.h"
#include "muggins/bot.h"

namespace muggins {

class Table;

// Why a bot has stopped; its number is the exit code of the process.
enum class Exit {
    left = 0,        // it said goodbye, and its matches are over
    superseded = 1,  // a newer session of the same bot has taken over
    refused = 2,     // the server refused it; trying again would not help
};

// Keeps a bot connected to a server.
class Connection {
public:
    // A connection to `address` ("host:port"), in plain text or with TLS as the credentials say. After a goodbye, and
    // with no match left, the server gets `grace` to end the stream.
    Connection(std::shared_ptr<Bot> bot, std::string address, std::string token,
               std::shared_ptr<grpc::ChannelCredentials> credentials, Backoff backoff = {},
               std::chrono::milliseconds grace = std::chrono::seconds(1));
    ~Connection();

    // Play until there is a reason to stop.
    Exit run();

    // Say goodbye: finish the running matches, get no new ones, then stop. Returns how many are running. May be called
    // from any thread.
    std::size_t leave();

private:
    std::optional<Exit> verdict(const grpc::Status& status);
    void pause(const std::string& why);

    std::unique_ptr<Table> table_;
    std::string address_;
    std::string token_;
    std::shared_ptr<grpc::ChannelCredentials> credentials_;
    Backoff backoff_;
    std::chrono::milliseconds grace_;
};

}  // namespace muggins
