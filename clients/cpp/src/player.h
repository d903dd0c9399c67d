// A bot's side of the protocol without a network: messages in, calls of the bot and messages out.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>

#include "fair_deal.h"
#include "muggins/bot.h"
#include "thinking.h"

namespace muggins {

// How long an answer may wait for those that are still being decided.
constexpr std::chrono::milliseconds LINGER{1};

// Plays a bot's matches. It lives through as many sessions as the bot needs.
class Player {
public:
    explicit Player(Profile profile) : profile_(std::move(profile)) {}

    // Begin a session: its first message. Turns of a former session are forgotten; the server sends them again.
    v1::PlayRequest hello();

    // Take one message; what it asks of the bot waits for `next_job`.
    void take(v1::PlayResponse response, Moment now);

    // The next call of the bot, if there is one, and whether there is.
    std::optional<Job> next_job() { return thinking_.next(); }
    bool has_jobs() const { return thinking_.is_waiting(); }

    // The bot has returned from match_started.
    void prepared(const std::string& match_id, Moment now);

    // The bot has returned from decide, with a move or without. Returns whether the sender has to look: the first
    // answer of a message starts its wait, and the last one ends it.
    bool decided(const v1::Turn& turn, const std::optional<std::string>& move, Moment now);

    // Everything that is to be sent now: it goes when nothing more is being decided, or it has waited enough.
    std::optional<v1::PlayRequest> collect(Moment now);

    // When `collect` will have something, at the latest.
    std::optional<Moment> send_at() const;

    // Ask for no new matches; the running ones are played to their end. Returns how many there are.
    std::size_t goodbye(Moment now);

    bool is_leaving() const { return leaving_; }
    bool is_done() const { return leaving_ && matches_.empty(); }  // it leaves, and no match holds it
    bool is_superseded() const { return superseded_; }             // a newer session has taken over

    // What the server, going away, asked us to wait.
    std::chrono::nanoseconds come_back_after() const { return come_back_after_; }

private:
    // A match that is being played.
    struct Running {
        FairDeal fair;
        bool prepared = false;  // the bot has returned from match_started
    };

    v1::PlayRequest& out(Moment now);
    void welcome(const v1::Welcome& welcome);
    void start(v1::MatchStart start, Moment now);
    void ready(const std::string& match_id, const Running& running, Moment now);
    void notice(v1::Notice notice);
    void reveal(const v1::Commitments& shown, Moment now);
    void end(v1::MatchEnd end);
    void forget(const std::string& match_id);

    Profile profile_;
    std::map<std::string, Running> matches_;
    Thinking thinking_;
    v1::PlayRequest out_;
    std::optional<Moment> since_;  // when the first thing was put into `out_`
    bool leaving_ = false;
    bool superseded_ = false;
    std::chrono::nanoseconds come_back_after_{0};
};

}  // namespace muggins
