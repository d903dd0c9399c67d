#include "fair_deal.h"

#include <gtest/gtest.h>

#include "muggins/backoff.h"
#include "muggins/dealing.h"

namespace muggins {
namespace {

using Words = std::vector<std::string>;

const std::string SERVER(32, 's'), OURS(32, 'o'), THEIRS(32, 't');

FairDeal fair() {
    FairDeal deal(0, commitment(SERVER), OURS);
    EXPECT_EQ(deal.reveal({commitment(OURS), commitment(THEIRS)}), OURS);
    return deal;
}

TEST(FairDeal, KeptPromises) {
    EXPECT_EQ(fair().broken_promises(SERVER, {OURS, THEIRS}), Words());
    EXPECT_EQ(fair().broken_promises(SERVER, {OURS, ""}), Words());  // that seat kept its entropy to itself
}

TEST(FairDeal, BrokenPromises) {
    EXPECT_EQ(fair().broken_promises(OURS, {OURS, THEIRS}),
              Words{"the server's seed is not the one that it committed to"});
    EXPECT_EQ(fair().broken_promises(SERVER, {THEIRS, THEIRS}),
              Words{"the server did not use the entropy that we revealed"});
    EXPECT_EQ(fair().broken_promises(SERVER, {OURS, SERVER}),
              Words{"the entropy of seat 1 is not the one that it committed to"});
}

TEST(FairDeal, AnExchangedCommitmentIsToldNothing) {
    FairDeal deal(0, commitment(SERVER), OURS);
    EXPECT_EQ(deal.reveal({commitment(THEIRS), ""}), "");
    EXPECT_EQ(deal.broken_promises(SERVER, {"", ""}), Words{"the server showed another commitment in place of ours"});
}

TEST(Backoff, TheCeilingDoublesToTheMostAndAStableSessionResetsIt) {
    double share = 1;
    Backoff pauses(std::chrono::seconds(1), std::chrono::seconds(5), [&] { return share; });
    for (int seconds : {1, 2, 4, 5, 5}) EXPECT_EQ(pauses.pause(), std::chrono::seconds(seconds));
    pauses.lasted(std::chrono::seconds(4));
    EXPECT_EQ(pauses.pause(), std::chrono::seconds(5));
    pauses.lasted(std::chrono::seconds(5));
    share = 0.5;
    EXPECT_EQ(pauses.pause(), std::chrono::milliseconds(500));
}

}  // namespace
}  // namespace muggins
