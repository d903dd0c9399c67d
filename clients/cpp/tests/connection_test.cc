// A bot against a referee that does what the test says, behind a real server.

#include "muggins/connection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <numeric>
#include <stdexcept>

#include "muggins/v1/play.grpc.pb.h"

namespace muggins {
namespace {

using namespace std::chrono_literals;
using Ids = std::vector<std::uint64_t>;
using Stream = grpc::ServerReaderWriter<v1::PlayResponse, v1::PlayRequest>;

std::vector<std::uint64_t> ids(const v1::PlayRequest& request) {
    Ids found;
    for (const v1::Decision& decision : request.decisions()) found.push_back(decision.turn_id());
    return found;
}

// One stream of a bot, seen from the server.
struct Session {
    std::string authorization;
    Stream* stream;
    std::promise<void> over;  // lets the server end the stream

    v1::PlayRequest receive() {
        v1::PlayRequest request;
        if (!stream->Read(&request)) throw std::runtime_error("the bot has ended the stream");
        return request;
    }

    // Read the hello, and answer it.
    v1::PlayRequest welcome(const std::vector<std::string>& live = {}) {
        v1::PlayRequest first = receive();
        v1::PlayResponse response;
        response.mutable_welcome()->mutable_live_matches()->Assign(live.begin(), live.end());
        stream->Write(response);
        return first;
    }

    void send_turns(const Ids& ids) {
        v1::PlayResponse response;
        for (std::uint64_t id : ids) {
            v1::Turn& turn = *response.add_turns();
            turn.set_turn_id(id);
            turn.set_match_id("m");
            turn.add_legal_moves("6-4");
        }
        stream->Write(response);
    }

    void send_start() {
        v1::PlayResponse response;
        response.add_starts()->set_match_id("m");
        stream->Write(response);
    }

    // The ids of turns in the order of their answers, and how many messages held them.
    std::pair<Ids, int> answers(std::size_t count) {
        Ids found;
        int messages = 0;
        for (; found.size() < count; ++messages) {
            for (std::uint64_t id : ids(receive())) found.push_back(id);
        }
        return {found, messages};
    }
};

class Referee : public v1::PlayService::Service {
public:
    grpc::Status Play(grpc::ServerContext* context, Stream* stream) override {
        auto token = context->client_metadata().find("authorization")->second;
        auto session = std::make_shared<Session>(Session{{token.data(), token.size()}, stream, {}});
        if (session->authorization == "Bearer wrong") return {grpc::StatusCode::UNAUTHENTICATED, "no such token"};
        {
            std::lock_guard guard(mutex_);
            sessions_.push_back(session);
        }
        opened_.notify_all();
        session->over.get_future().wait_for(10s);
        return grpc::Status::OK;
    }

    // The next stream that a bot opens.
    std::shared_ptr<Session> session() {
        std::unique_lock lock(mutex_);
        if (!opened_.wait_for(lock, 10s, [&] { return !sessions_.empty(); })) throw std::runtime_error("no session");
        auto session = sessions_.front();
        sessions_.pop_front();
        return session;
    }

private:
    std::mutex mutex_;
    std::condition_variable opened_;
    std::deque<std::shared_ptr<Session>> sessions_;
};

// Thinks about turn 1 until it may stop; finds no move at turn 13.
class Thinker : public Bot {
public:
    std::promise<void> stop;

    std::string decide(const v1::Turn& turn) override {
        if (turn.turn_id() == 1) stop.get_future().wait();
        if (turn.turn_id() == 13) throw std::runtime_error("an unlucky turn");
        return turn.legal_moves(0);
    }
};

class ConnectionTest : public testing::Test {
protected:
    ConnectionTest() {
        grpc::ServerBuilder builder;
        builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
        builder.RegisterService(&referee);
        server = builder.BuildAndStart();
    }

    void start(const std::string& token) {
        connection = std::make_unique<Connection>(bot, "127.0.0.1:" + std::to_string(port), token,
                                                  grpc::InsecureChannelCredentials(), Backoff(1ms, 10ms), 50ms);
        exit = std::async(std::launch::async, [this] { return connection->run(); });
    }

    std::shared_ptr<Session> connect() {
        start("secret");
        return referee.session();
    }

    // Takes the bot away by a newer session, which is the quickest end.
    void take_over(Session& session) {
        v1::PlayResponse response;
        response.add_notices()->set_kind(v1::NOTICE_KIND_SUPERSEDED);
        session.stream->Write(response);
        EXPECT_EQ(exit.get(), Exit::superseded);
        session.over.set_value();
    }

    int port = 0;
    Referee referee;
    std::unique_ptr<grpc::Server> server;
    std::shared_ptr<Thinker> bot = std::make_shared<Thinker>();
    std::unique_ptr<Connection> connection;
    std::future<Exit> exit;
};

TEST_F(ConnectionTest, ABatchIsAnsweredInFewMessages) {
    auto session = connect();
    EXPECT_EQ(session->authorization, "Bearer secret");
    EXPECT_EQ(session->welcome().hello().max_matches(), 8);
    Ids turns(512);
    std::iota(turns.begin(), turns.end(), 100);
    session->send_turns(turns);
    auto [found, messages] = session->answers(turns.size());
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, turns);
    EXPECT_LT(messages, 256);
    take_over(*session);
}

TEST_F(ConnectionTest, ASlowDecisionHoldsUpNoOther) {
    auto session = connect();
    session->welcome();
    session->send_turns({1, 2, 3});
    auto [found, messages] = session->answers(2);
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, (Ids{2, 3}));
    session->send_turns({4});
    EXPECT_EQ(session->answers(1).first, Ids{4});
    bot->stop.set_value();
    EXPECT_EQ(session->answers(1).first, Ids{1});
    take_over(*session);
}

TEST_F(ConnectionTest, AFailingDecisionIsNoMoveAndEndsNothing) {
    auto session = connect();
    session->welcome();
    session->send_turns({13, 14});
    EXPECT_EQ(session->answers(1).first, Ids{14});
    take_over(*session);
}

TEST_F(ConnectionTest, ItComesBackAndGoesOnWithItsMatches) {
    auto former = connect();
    former->welcome();
    former->send_start();
    std::string commitment = former->receive().ready(0).entropy_commitment();
    former->over.set_value();
    auto session = referee.session();
    session->welcome({"m"});
    session->send_start();
    EXPECT_EQ(session->receive().ready(0).entropy_commitment(), commitment);
    session->send_turns({7});
    EXPECT_EQ(session->answers(1).first, Ids{7});
    take_over(*session);
}

TEST_F(ConnectionTest, GoodbyeFinishesWhatRuns) {
    auto session = connect();
    session->welcome();
    session->send_start();
    session->receive();
    EXPECT_EQ(connection->leave(), 1);
    EXPECT_TRUE(session->receive().has_goodbye());
    session->send_turns({5});
    EXPECT_EQ(session->answers(1).first, Ids{5});
    v1::PlayResponse response;
    response.add_ends()->set_match_id("m");
    session->stream->Write(response);
    EXPECT_EQ(exit.get(), Exit::left);
    session->over.set_value();
}

TEST_F(ConnectionTest, AWrongTokenIsNotTriedAgain) {
    start("wrong");
    EXPECT_EQ(exit.get(), Exit::refused);
}

}  // namespace
}  // namespace muggins
