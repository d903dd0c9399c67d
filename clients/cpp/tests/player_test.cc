#include "player.h"

#include <gtest/gtest.h>

#include "muggins/dealing.h"

namespace muggins {
namespace {

const Moment NOW = std::chrono::steady_clock::now();

v1::Turn turn(std::uint64_t id, const std::string& match_id, int left_us) {
    v1::Turn turn;
    turn.set_turn_id(id);
    turn.set_match_id(match_id);
    turn.mutable_clock()->set_move_left_us(left_us);
    return turn;
}

v1::PlayResponse turns(std::initializer_list<v1::Turn> turns) {
    v1::PlayResponse response;
    for (const v1::Turn& each : turns) *response.add_turns() = each;
    return response;
}

v1::PlayResponse starts(const std::string& match_id) {
    v1::PlayResponse response;
    v1::MatchStart& start = *response.add_starts();
    start.set_match_id(match_id);
    start.set_seat(1);
    return response;
}

class PlayerTest : public testing::Test {
protected:
    Player player{Profile()};

    // The ids of the turns that would be thought about, in this order.
    std::vector<std::uint64_t> asked() {
        std::vector<std::uint64_t> ids;
        while (auto job = player.next_job()) {
            if (const auto* turn = std::get_if<v1::Turn>(&*job)) ids.push_back(turn->turn_id());
        }
        return ids;
    }

    // Starts a match in seat 1, and returns the bot's commitment.
    std::string playing(const std::string& match_id) {
        player.take(starts(match_id), NOW);
        player.next_job();
        player.prepared(match_id, NOW);
        return player.collect(NOW)->ready(0).entropy_commitment();
    }

    std::string revealed(std::initializer_list<std::string> commitments) {
        v1::PlayResponse response;
        v1::Commitments& shown = *response.add_commitments();
        shown.set_match_id("m");
        for (const std::string& each : commitments) shown.add_entropy_commitments(each);
        player.take(response, NOW);
        return player.collect(NOW)->reveals(0).entropy();
    }
};

using Ids = std::vector<std::uint64_t>;

TEST_F(PlayerTest, TheTurnThatIsDueFirstIsThoughtAboutFirst) {
    player.take(turns({turn(1, "m", 3000), turn(2, "n", 1000), turn(3, "o", 2000)}), NOW);
    EXPECT_EQ(asked(), (Ids{2, 3, 1}));
}

TEST_F(PlayerTest, AnswersGoTogetherAndWaitAMillisecondAtMost) {
    player.take(turns({turn(1, "m", 1), turn(2, "n", 2), turn(3, "o", 3)}), NOW);
    asked();
    EXPECT_TRUE(player.decided(turn(1, "m", 1), "6-4", NOW));
    EXPECT_FALSE(player.decided(turn(2, "n", 2), "6-4", NOW));  // the sender waits already
    EXPECT_FALSE(player.collect(NOW));
    EXPECT_EQ(player.collect(NOW + LINGER)->decisions_size(), 2);
    EXPECT_TRUE(player.decided(turn(3, "o", 3), "6-4", NOW));
    EXPECT_EQ(player.collect(NOW)->decisions_size(), 1);  // nothing else is thought about
    EXPECT_FALSE(player.collect(NOW));
}

TEST_F(PlayerTest, AMatchIsReadyWhenTheBotIsAndAgainAfterAReconnection) {
    player.take(starts("m"), NOW);
    EXPECT_FALSE(player.collect(NOW));
    EXPECT_TRUE(std::holds_alternative<v1::MatchStart>(*player.next_job()));
    player.prepared("m", NOW);
    std::string first = player.collect(NOW)->ready(0).entropy_commitment();
    player.hello();
    player.take(starts("m"), NOW);
    EXPECT_FALSE(player.next_job());
    EXPECT_EQ(player.collect(NOW)->ready(0).entropy_commitment(), first);
    EXPECT_EQ(first.size(), 32);
}

TEST_F(PlayerTest, EntropyIsRevealedOnlyWhereOurOwnCommitmentIsShown) {
    std::string ours = playing("m");
    EXPECT_EQ(commitment(revealed({"", ours})), ours);
    EXPECT_EQ(revealed({ours, ""}), "");
}

TEST_F(PlayerTest, AnEndAndANoticeCancelTurns) {
    playing("m");
    v1::PlayResponse response = turns({turn(1, "m", 1), turn(2, "n", 1), turn(3, "o", 1)});
    response.add_ends()->set_match_id("m");
    player.take(response, NOW);
    v1::PlayResponse notice;
    notice.add_notices()->set_turn_id(2);
    player.take(notice, NOW);
    EXPECT_EQ(asked(), Ids{3});
}

TEST_F(PlayerTest, ATurnThatIsThoughtAboutIsNotBegunAgainAndItsAnswerGoesToTheNextSession) {
    player.take(turns({turn(1, "m", 1)}), NOW);
    EXPECT_EQ(asked(), Ids{1});
    player.hello();
    player.take(turns({turn(1, "m", 1)}), NOW);
    EXPECT_EQ(asked(), Ids());
    player.decided(turn(1, "m", 1), "6-4", NOW);
    EXPECT_EQ(player.collect(NOW)->decisions(0).turn_id(), 1);
}

TEST_F(PlayerTest, MatchesThatTheServerDoesNotNameAreOver) {
    playing("m");
    EXPECT_EQ(player.goodbye(NOW), 1);
    EXPECT_FALSE(player.is_done());
    EXPECT_TRUE(player.hello().has_goodbye());
    v1::PlayResponse response;
    response.mutable_welcome();
    player.take(response, NOW);
    EXPECT_TRUE(player.is_done());
}

TEST_F(PlayerTest, PingsAndGoingAway) {
    v1::PlayResponse response;
    response.mutable_ping()->set_nonce(7);
    response.mutable_going_away()->mutable_come_back_after()->set_seconds(2);
    player.take(response, NOW);
    EXPECT_EQ(player.collect(NOW)->pong().nonce(), 7);
    EXPECT_EQ(player.come_back_after(), std::chrono::seconds(2));
}

}  // namespace
}  // namespace muggins
