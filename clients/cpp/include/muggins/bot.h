// What a bot is: what it says of itself, and how it decides.
#pragma once

#include <string>
#include <vector>

#include "muggins/v1/play.pb.h"

namespace muggins {

// What a bot says of itself.
struct Profile {
    std::string version = "1";       // the author's own name for this version, at most 32 characters
    std::vector<std::string> games;  // such as "cribbage"; empty means all
    std::vector<int> seats;          // the numbers of seats that it plays with; empty means all
    int max_matches = 8;             // how many matches it plays at once
    bool share = false;              // true where several sessions of the bot share its matches
    int threads = 4;                 // how many turns it thinks about at once
};

// A bot. Write `decide`; everything else may stay as it is.
//
// One object plays all matches of a session, in several threads, so what it remembers belongs behind a mutex and under
// `turn.match_id()`.
class Bot {
public:
    virtual ~Bot() = default;

    // One of `turn.legal_moves()`. An exception is printed, and the turn is left to its clock: no move is played in the
    // bot's place.
    virtual std::string decide(const v1::Turn& turn) = 0;

    virtual Profile profile() const { return {}; }

    // Called once for each match, in its start-up time: the match is Ready when this returns.
    virtual void match_started(const v1::MatchStart&) {}

    // Called when a match has its result.
    virtual void match_ended(const v1::MatchEnd&) {}

    // Called when the server has something to say, such as that a move was illegal.
    virtual void notice(const v1::Notice&) {}
};

}  // namespace muggins
