// The bot's part in a fair deal: it commits to 32 bytes of its own before it can know the server's, and checks later.
#pragma once

#include <string>
#include <vector>

namespace muggins {

// What one match promised, as this seat saw it.
class FairDeal {
public:
    FairDeal(int seat, std::string server_commitment, std::string entropy);

    int seat() const { return seat_; }

    // This seat's own commitment.
    std::string own_commitment() const;

    // Take the commitments that the server shows, by seat, and return what to reveal: nothing where another stands in
    // our place, be it of a process of this bot before us, for to reveal what was not committed to is a fault.
    std::string reveal(std::vector<std::string> commitments);

    // What does not agree with the commitments, in words; empty when all is well. A seat may keep its entropy to
    // itself, and then counts as zeros; what it reveals has to be what it committed to.
    std::vector<std::string> broken_promises(const std::string& server_seed,
                                             const std::vector<std::string>& entropies) const;

private:
    bool has(const std::vector<std::string>& by_seat, const std::string& ours) const;

    int seat_;
    std::string server_commitment_;
    std::string entropy_;
    std::vector<std::string> shown_;  // the commitments by seat, once the server has shown them
};

}  // namespace muggins
