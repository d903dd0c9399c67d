#include "fair_deal.h"

#include <algorithm>
#include <utility>

#include "muggins/dealing.h"

namespace muggins {

FairDeal::FairDeal(int seat, std::string server_commitment, std::string entropy)
    : seat_(seat), server_commitment_(std::move(server_commitment)), entropy_(std::move(entropy)) {}

std::string FairDeal::own_commitment() const { return commitment(entropy_); }

std::string FairDeal::reveal(std::vector<std::string> commitments) {
    shown_ = std::move(commitments);
    return has(shown_, own_commitment()) ? entropy_ : "";
}

std::vector<std::string> FairDeal::broken_promises(const std::string& server_seed,
                                                   const std::vector<std::string>& entropies) const {
    std::vector<std::string> broken;
    if (commitment(server_seed) != server_commitment_) {
        broken.push_back("the server's seed is not the one that it committed to");
    }
    if (!shown_.empty() && !has(shown_, own_commitment())) {
        broken.push_back("the server showed another commitment in place of ours");
    } else if (!shown_.empty() && !has(entropies, entropy_)) {
        broken.push_back("the server did not use the entropy that we revealed");
    }
    for (int other = 0; other < static_cast<int>(std::min(shown_.size(), entropies.size())); ++other) {
        const std::string& theirs = entropies[other];
        if (other != seat_ && !theirs.empty() && commitment(theirs) != shown_[other]) {
            broken.push_back("the entropy of seat " + std::to_string(other) + " is not the one that it committed to");
        }
    }
    return broken;
}

bool FairDeal::has(const std::vector<std::string>& by_seat, const std::string& ours) const {
    return seat_ < static_cast<int>(by_seat.size()) && by_seat[seat_] == ours;
}

}  // namespace muggins
