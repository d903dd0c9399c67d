package fair_test

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"muggins.example/muggins/fair"
)

// hexBytes are bytes that a vector writes in hexadecimal.
type hexBytes []byte

func (h *hexBytes) UnmarshalText(text []byte) (err error) {
	*h, err = hex.DecodeString(string(text))
	return err
}

type vectors struct {
	Commitments []struct{ Value, Commitment hexBytes }
	Seeds       []struct {
		Server    hexBytes
		Entropies []hexBytes
		Seed      hexBytes
	}
	Shuffles []struct {
		Seed        hexBytes
		Label       string
		Size, Count int
		Pieces      []int
	}
}

func read(t *testing.T, name string) (v vectors) {
	t.Helper()
	text, err := os.ReadFile("../../vectors/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	if len(v.Seeds)+len(v.Shuffles) == 0 {
		t.Fatalf("%s is empty", name)
	}
	return v
}

func TestCommitments(t *testing.T) {
	for _, want := range read(t, "commitments.json").Commitments {
		if got := fair.Commitment(want.Value); !slices.Equal(got, want.Commitment) {
			t.Errorf("%x is committed to with %x", want.Value, got)
		}
	}
}

func TestSeeds(t *testing.T) {
	for _, want := range read(t, "commitments.json").Seeds {
		entropies := make([][]byte, len(want.Entropies))
		for i, each := range want.Entropies {
			entropies[i] = each
		}
		if got := fair.MatchSeed(want.Server, entropies); !slices.Equal(got, want.Seed) {
			t.Errorf("the seed is %x, not %x", got, want.Seed)
		}
	}
}

func TestShuffles(t *testing.T) {
	for _, want := range read(t, "dealing.json").Shuffles {
		if got := fair.Shuffle(want.Seed, want.Label, want.Size, want.Count); !slices.Equal(got, want.Pieces) {
			t.Errorf("%s deals %v", want.Label, got)
		}
	}
}

var server, ours, theirs = value('s'), value('o'), value('t')

func value(letter byte) []byte {
	return slices.Repeat([]byte{letter}, fair.Size)
}

func deal() *fair.Deal {
	return &fair.Deal{
		ServerCommitment: fair.Commitment(server),
		Entropy:          ours,
		Commitments:      [][]byte{fair.Commitment(ours), fair.Commitment(theirs)},
	}
}

func TestKeptPromises(t *testing.T) {
	for _, entropies := range [][][]byte{{ours, theirs}, {ours, nil}} {
		if broken := deal().BrokenPromises(server, entropies); broken != nil {
			t.Errorf("%q", broken)
		}
	}
}

func TestBrokenPromises(t *testing.T) {
	exchanged := deal()
	exchanged.Commitments[0] = fair.Commitment(theirs)
	for want, broken := range map[string][]string{
		"the server's seed is not the one that it committed to":     deal().BrokenPromises(ours, [][]byte{ours, theirs}),
		"the entropy of seat 1 is not the one that it committed to": deal().BrokenPromises(server, [][]byte{ours, server}),
		"the server did not use the entropy that we revealed":       deal().BrokenPromises(server, [][]byte{nil, theirs}),
		"the server showed another commitment in place of ours":     exchanged.BrokenPromises(server, [][]byte{nil, theirs}),
	} {
		if len(broken) != 1 || broken[0] != want {
			t.Errorf("%q, not %q", broken, want)
		}
	}
}
