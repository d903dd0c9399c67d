#include <cstdlib>
#include <fstream>

#include "muggins/house.h"
#include "vectors.h"

namespace muggins {
namespace {

// clients/vectors/README.md says how the file of recorded turns is made.
TEST(Greedy, AnswersRecordedTurnsAsPythonDoes) {
    const char* path = std::getenv("MUGGINS_TURNS");
    if (path == nullptr) GTEST_SKIP() << "MUGGINS_TURNS names no file of recorded turns";
    std::ifstream file(path);
    int turns = 0;
    for (std::string move, hex; file >> move >> hex; ++turns) {
        v1::Turn turn;
        ASSERT_TRUE(turn.ParseFromString(bytes(hex)));
        ASSERT_EQ(house::Greedy().decide(turn), move) << turn.DebugString();
    }
    EXPECT_GE(turns, 1000);
}

TEST(Greedy, PointsBeyondTheTargetAreWorthNothing) {
    v1::Turn turn;
    for (const char* tile : {"5-4", "3-0", "1-1"}) {
        turn.add_legal_moves(tile);
        turn.mutable_fives()->add_hand(tile);
    }
    for (int left : {3, 5}) turn.mutable_fives()->add_tiles_left(left);
    for (int score : {60, 0}) turn.mutable_fives()->add_scores(score);
    turn.mutable_fives()->set_target(61);
    EXPECT_EQ(house::Greedy().decide(turn), "3-0");  // one point and the game; nine would be void
}

}  // namespace
}  // namespace muggins
