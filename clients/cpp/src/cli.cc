#include "muggins/cli.h"

#include <grpcpp/grpcpp.h>
#include <pthread.h>
#include <signal.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>

#include "muggins/connection.h"

namespace muggins {
namespace {

constexpr const char* USAGE = R"(Play on a muggins server.

options:
  --address HOST:PORT  of the server (or MUGGINS_ADDRESS; default localhost:7411)
  --token TOKEN        the bot's token (better in MUGGINS_TOKEN, where no list of processes shows it)
  --tls                connect with TLS
  --ca FILE            connect with TLS and trust the certificates in this PEM file
  --quiet              report only what goes wrong
)";

struct Options {
    std::string address = "localhost:7411";
    std::string token;
    std::string ca;
    bool tls = false;
    bool quiet = false;
    bool help = false;
};

std::string environment(const char* name, const std::string& otherwise) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0' ? value : otherwise;
}

// Throws std::invalid_argument with one clear line.
Options parse(int argc, char** argv) {
    Options options;
    options.address = environment("MUGGINS_ADDRESS", options.address);
    options.token = environment("MUGGINS_TOKEN", "");
    for (int next = 1; next < argc; ++next) {
        const std::string option = argv[next];
        auto value = [&] {
            if (++next == argc) throw std::invalid_argument(option + " needs a value");
            return argv[next];
        };
        if (option == "--address") options.address = value();
        else if (option == "--token") options.token = value();
        else if (option == "--ca") options.ca = value();
        else if (option == "--tls") options.tls = true;
        else if (option == "--quiet") options.quiet = true;
        else if (option == "--help") options.help = true;
        else throw std::invalid_argument("there is no option " + option);
    }
    return options;
}

std::shared_ptr<grpc::ChannelCredentials> credentials(const Options& options) {
    grpc::SslCredentialsOptions tls;
    if (!options.ca.empty()) {
        std::ifstream file(options.ca);
        if (!file) throw std::invalid_argument("there is no file " + options.ca);
        tls.pem_root_certs = (std::ostringstream() << file.rdbuf()).str();
    }
    return options.tls || !options.ca.empty() ? grpc::SslCredentials(tls) : grpc::InsecureChannelCredentials();
}

sigset_t ending_signals() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    return signals;
}

// A thread that waits for the signals, which all threads have blocked.
void leave_when_asked(std::shared_ptr<Connection> connection) {
    std::thread([connection] {
        const sigset_t signals = ending_signals();
        int number = 0;
        sigwait(&signals, &number);
        std::clog << "goodbye: finishing " + std::to_string(connection->leave()) + " running matches\n";
        sigwait(&signals, &number);
        std::_Exit(128 + number);  // as a shell counts a process that a signal has ended
    }).detach();
}

}  // namespace

int run(std::shared_ptr<Bot> bot, int argc, char** argv) try {
    const Options options = parse(argc, argv);
    if (options.help) {
        std::cout << USAGE;
        return 0;
    }
    if (options.token.empty()) {
        throw std::invalid_argument(
            "a bot needs a token: give --token or set MUGGINS_TOKEN ('muggins bot add NAME' prints one)");
    }
    if (options.quiet) std::clog.rdbuf(nullptr);
    const sigset_t signals = ending_signals();
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);  // before there is any other thread
    auto connection = std::make_shared<Connection>(bot, options.address, options.token, credentials(options));
    leave_when_asked(connection);
    return static_cast<int>(connection->run());
} catch (const std::invalid_argument& wrong) {
    std::cerr << wrong.what() << "\n";
    return 2;
}

}  // namespace muggins
