package house_test

import (
	"bufio"
	"context"
	"encoding/hex"
	"os"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"muggins.example/muggins"
	"muggins.example/muggins/house"
	"muggins.example/muggins/mugginsv1"
)

type recorded struct {
	move string
	turn *muggins.Turn
}

// recordedTurns reads what `python -m tests.clients.record_turns` has written to the file that MUGGINS_TURNS names.
func recordedTurns(t *testing.T) []recorded {
	t.Helper()
	path := os.Getenv("MUGGINS_TURNS")
	if path == "" {
		t.Skip("MUGGINS_TURNS names no file of recorded turns")
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var turns []recorded
	for lines := bufio.NewScanner(file); lines.Scan(); {
		move, text, _ := strings.Cut(lines.Text(), " ")
		body, err := hex.DecodeString(text)
		turn := &muggins.Turn{Turn: &mugginsv1.Turn{}}
		if err != nil || proto.Unmarshal(body, turn.Turn) != nil {
			t.Fatalf("%s is no turn: %v", text, err)
		}
		turns = append(turns, recorded{move, turn})
	}
	return turns
}

func TestGreedyAnswersAsPythonDoes(t *testing.T) {
	turns := recordedTurns(t)
	if len(turns) < 1000 {
		t.Fatalf("only %d turns", len(turns))
	}
	for _, each := range turns {
		if move, err := house.Greedy(context.Background(), each.turn); err != nil || move != each.move {
			t.Errorf("%q (%v), not %q, at %v", move, err, each.move, each.turn)
		}
	}
}

func TestRandomIsLegalAndVaries(t *testing.T) {
	turn := &muggins.Turn{Turn: &mugginsv1.Turn{LegalMoves: []string{"5H", "6H", "7H"}}}
	seen := map[string]bool{}
	for range 1000 {
		move, err := house.Random(context.Background(), turn)
		if err != nil || !slices.Contains(turn.LegalMoves, move) {
			t.Fatalf("%q, %v", move, err)
		}
		seen[move] = true
	}
	if len(seen) != 3 {
		t.Errorf("only %v", seen)
	}
}

func TestGreedyRefusesAGameThatItDoesNotKnow(t *testing.T) {
	view := &mugginsv1.Turn_Extension{Extension: &mugginsv1.ExtensionView{Game: "whist"}}
	turn := &muggins.Turn{Turn: &mugginsv1.Turn{LegalMoves: []string{"a", "b"}, View: view}}
	if move, err := house.Greedy(context.Background(), turn); err == nil || !strings.Contains(err.Error(), "whist") {
		t.Errorf("%q, %v", move, err)
	}
}
