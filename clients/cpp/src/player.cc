#include "player.h"

#include <openssl/rand.h>

#include <algorithm>
#include <iostream>
#include <stdexcept>

#include "muggins/dealing.h"

namespace muggins {
namespace {

std::string random_bytes() {
    std::string bytes(32, '\0');
    if (RAND_bytes(reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(bytes.size())) != 1) {
        throw std::runtime_error("the system has no random bytes");
    }
    return bytes;
}

template <class Repeated>
std::vector<std::string> strings(const Repeated& repeated) {
    return {repeated.begin(), repeated.end()};
}

std::string hex(const std::string& bytes) {
    std::string text;
    for (unsigned char byte : bytes) text.append({"0123456789abcdef"[byte / 16], "0123456789abcdef"[byte % 16]});
    return text;
}

// Say how a match ended, and what of its deals was not as promised.
void report(const FairDeal& fair, const v1::MatchEnd& end) {
    std::string line = "match " + end.match_id() + " ended";
    if (end.sides_size() > 0) {
        int place = static_cast<int>(end.sides(fair.seat() % end.sides_size()).place()) + 1;  // partners share a side
        line += ": place " + std::to_string(place) + " of " + std::to_string(end.sides_size()) + ", game points";
        for (const v1::SideResult& side : end.sides()) line += " " + std::to_string(side.points());
    }
    if (!end.server_seed().empty()) {
        std::vector<std::string> entropies = strings(end.entropies());
        line += ", dealt from " + hex(match_seed(end.server_seed(), entropies));
        for (const std::string& problem : fair.broken_promises(end.server_seed(), entropies)) {
            std::cerr << "match " + end.match_id() + " was not dealt fairly: " + problem + "\n";
        }
    }
    std::clog << line + "\n";
}

}  // namespace

v1::PlayRequest Player::hello() {
    thinking_.forget_waiting();
    come_back_after_ = {};
    out_.Clear();
    since_.reset();
    v1::PlayRequest first;
    v1::Hello& hello = *first.mutable_hello();
    hello.set_bot_version(profile_.version);
    hello.mutable_games()->Assign(profile_.games.begin(), profile_.games.end());
    hello.mutable_seats()->Assign(profile_.seats.begin(), profile_.seats.end());
    hello.set_max_matches(profile_.max_matches);
    hello.set_share(profile_.share);
    for (auto feature : {v1::FEATURE_READY, v1::FEATURE_ENTROPY, v1::FEATURE_PING}) hello.add_features(feature);
    if (leaving_) first.mutable_goodbye();
    return first;
}

void Player::take(v1::PlayResponse response, Moment now) {
    if (response.has_welcome()) welcome(response.welcome());
    for (v1::MatchStart& each : *response.mutable_starts()) start(std::move(each), now);
    for (v1::Notice& each : *response.mutable_notices()) notice(std::move(each));
    for (const v1::Commitments& each : response.commitments()) reveal(each, now);
    for (v1::Turn& each : *response.mutable_turns()) thinking_.ask(std::move(each), now);
    for (v1::MatchEnd& each : *response.mutable_ends()) end(std::move(each));
    if (response.has_ping()) out(now).mutable_pong()->set_nonce(response.ping().nonce());
    if (response.has_going_away()) {
        const auto& hint = response.going_away().come_back_after();
        come_back_after_ = std::chrono::seconds(hint.seconds()) + std::chrono::nanoseconds(hint.nanos());
    }
}

void Player::prepared(const std::string& match_id, Moment now) {
    if (auto found = matches_.find(match_id); found != matches_.end()) {
        found->second.prepared = true;
        ready(match_id, found->second, now);
    }
}

bool Player::decided(const v1::Turn& turn, const std::optional<std::string>& move, Moment now) {
    bool first = !since_;
    if (thinking_.thought(turn.turn_id()) && move) {
        v1::Decision& decision = *out(now).add_decisions();
        decision.set_turn_id(turn.turn_id());
        decision.set_move(*move);
    }
    return since_ && (first || thinking_.is_idle());
}

std::optional<v1::PlayRequest> Player::collect(Moment now) {
    if (!since_ || (!thinking_.is_idle() && now < *send_at())) return std::nullopt;
    since_.reset();
    return std::exchange(out_, {});
}

std::optional<Moment> Player::send_at() const {
    return since_ ? std::optional(*since_ + LINGER) : std::nullopt;
}

std::size_t Player::goodbye(Moment now) {
    leaving_ = true;
    out(now).mutable_goodbye();
    return matches_.size();
}

v1::PlayRequest& Player::out(Moment now) {
    if (!since_) since_ = now;
    return out_;
}

void Player::welcome(const v1::Welcome& welcome) {
    std::clog << "connected as " + welcome.bot() + "\n";
    const auto& live = welcome.live_matches();
    std::vector<std::string> gone;
    for (const auto& [match_id, running] : matches_) {
        if (std::find(live.begin(), live.end(), match_id) == live.end()) gone.push_back(match_id);
    }
    for (const std::string& match_id : gone) forget(match_id);
}

void Player::start(v1::MatchStart start, Moment now) {
    auto found = matches_.find(start.match_id());
    if (found == matches_.end()) {
        FairDeal fair(static_cast<int>(start.seat()), start.server_commitment(), random_bytes());
        matches_.emplace(start.match_id(), Running{std::move(fair)});
        thinking_.tell(std::move(start));
    } else if (found->second.prepared) {  // it is sent once more after a reconnection
        ready(start.match_id(), found->second, now);
    }
}

void Player::ready(const std::string& match_id, const Running& running, Moment now) {
    v1::Ready& ready = *out(now).add_ready();
    ready.set_match_id(match_id);
    ready.set_entropy_commitment(running.fair.own_commitment());
}

void Player::notice(v1::Notice notice) {
    thinking_.drop(notice.turn_id());  // whatever it says of a turn, that turn waits no longer
    superseded_ |= notice.kind() == v1::NOTICE_KIND_SUPERSEDED;
    thinking_.tell(std::move(notice));
}

void Player::reveal(const v1::Commitments& shown, Moment now) {
    auto found = matches_.find(shown.match_id());
    if (found == matches_.end()) return;
    v1::Reveal& reveal = *out(now).add_reveals();
    reveal.set_match_id(shown.match_id());
    reveal.set_entropy(found->second.fair.reveal(strings(shown.entropy_commitments())));
}

void Player::end(v1::MatchEnd end) {
    if (auto found = matches_.find(end.match_id()); found != matches_.end()) report(found->second.fair, end);
    forget(end.match_id());
    thinking_.tell(std::move(end));
}

void Player::forget(const std::string& match_id) {
    thinking_.drop_match(match_id);
    matches_.erase(match_id);
}

}  // namespace muggins
