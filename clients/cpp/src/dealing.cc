#include "muggins/dealing.h"

#include <openssl/sha.h>

#include <numeric>
#include <utility>

namespace muggins {
namespace {

constexpr std::size_t DIGEST = SHA256_DIGEST_LENGTH;

std::string sha256(const std::string& text) {
    std::string digest(DIGEST, '\0');
    SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(),
           reinterpret_cast<unsigned char*>(digest.data()));
    return digest;
}

std::string joined(std::string_view prefix, std::string_view rest) { return std::string(prefix).append(rest); }

// The endless bytes of a label.
class Bytes {
public:
    Bytes(std::string_view seed, std::string_view label) : prefix_(joined("muggins/1", seed).append(label)) {}

    // A number from 0 to `limit` - 1, each equally likely: bytes that would favour the first are left out.
    int below(int limit) {
        int byte = read();
        while (byte >= 256 - 256 % limit) byte = read();
        return byte % limit;
    }

private:
    int read() {
        if (next_ == block_.size()) {
            std::string counter;
            for (int shift = 24; shift >= 0; shift -= 8) counter.push_back(static_cast<char>(counter_ >> shift));
            block_ = sha256(prefix_ + counter);
            ++counter_;
            next_ = 0;
        }
        return static_cast<unsigned char>(block_[next_++]);
    }

    std::string prefix_;
    std::string block_;
    std::size_t next_ = 0;
    unsigned counter_ = 0;
};

}  // namespace

std::string commitment(std::string_view value) { return sha256(joined("muggins/commit", value)); }

std::string match_seed(std::string_view server_seed, const std::vector<std::string>& entropies) {
    std::string all = joined("muggins/seed", server_seed);
    for (const std::string& entropy : entropies) all += entropy.empty() ? std::string(DIGEST, '\0') : entropy;
    return sha256(all);
}

std::vector<int> shuffle(std::string_view seed, std::string_view label, int size, int count) {
    std::vector<int> pieces(size);
    std::iota(pieces.begin(), pieces.end(), 0);
    Bytes bytes(seed, label);
    for (int place = 0; place < count; ++place) std::swap(pieces[place], pieces[place + bytes.below(size - place)]);
    pieces.resize(count);
    return pieces;
}

}  // namespace muggins
