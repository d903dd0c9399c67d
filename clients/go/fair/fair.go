// Package fair is the bot's part in a fair deal: it commits to 32 bytes of its own before it can know the server's, and
// checks later that both were used.
package fair

import (
	"bytes"
	"crypto/sha256"
	"fmt"
)

// Size is the length of an entropy, a seed and a commitment, in bytes.
const Size = sha256.Size

// Commitment is what is published before the value is: SHA-256("muggins/commit" || value).
func Commitment(value []byte) []byte {
	return hash([]byte("muggins/commit"), value)
}

// MatchSeed is SHA-256("muggins/seed" || the server's 32 bytes || each seat's 32 bytes, zeros where it gave none).
func MatchSeed(server []byte, entropies [][]byte) []byte {
	parts := [][]byte{[]byte("muggins/seed"), server}
	for _, entropy := range entropies {
		if len(entropy) == 0 {
			entropy = make([]byte, Size)
		}
		parts = append(parts, entropy)
	}
	return hash(parts...)
}

func hash(parts ...[]byte) []byte {
	sum := sha256.Sum256(bytes.Join(parts, nil))
	return sum[:]
}

// Deal is what one match promised, as this seat saw it.
type Deal struct {
	Seat             int
	ServerCommitment []byte
	Entropy          []byte   // this seat's own
	Commitments      [][]byte // by seat, once the server has shown them
}

// Shown tells whether the server has shown our own commitment as ours; only then may the entropy be revealed.
func (d *Deal) Shown() bool {
	return d.Seat < len(d.Commitments) && bytes.Equal(d.Commitments[d.Seat], Commitment(d.Entropy))
}

// BrokenPromises says in words what does not agree with the commitments; it is empty when all is well.
//
// A seat may keep its entropy to itself, and then counts as zeros; what it reveals has to be what it committed to.
func (d *Deal) BrokenPromises(serverSeed []byte, entropies [][]byte) []string {
	var broken []string
	if !bytes.Equal(Commitment(serverSeed), d.ServerCommitment) {
		broken = append(broken, "the server's seed is not the one that it committed to")
	}
	if d.Commitments == nil {
		return broken
	}
	if !d.Shown() {
		broken = append(broken, "the server showed another commitment in place of ours")
	} else if d.Seat >= len(entropies) || !bytes.Equal(entropies[d.Seat], d.Entropy) {
		broken = append(broken, "the server did not use the entropy that we revealed")
	}
	for seat := range min(len(d.Commitments), len(entropies)) {
		entropy := entropies[seat]
		if seat != d.Seat && len(entropy) > 0 && !bytes.Equal(Commitment(entropy), d.Commitments[seat]) {
			broken = append(broken, fmt.Sprintf("the entropy of seat %d is not the one that it committed to", seat))
		}
	}
	return broken
}
