// A whole bot: heavy tiles first, fives stay in the hand, and fifteen and thirty-one are taken.
//
//	export MUGGINS_TOKEN=...
//	go run ./examples/first --address localhost:7411
package main

import (
	"context"
	"fmt"

	"muggins.example/muggins"
	"muggins.example/muggins/mugginsv1"
	"muggins.example/muggins/notation"
)

type firstBot struct{}

func (firstBot) Decide(_ context.Context, turn *muggins.Turn) (string, error) {
	view := turn.GetCribbage()
	switch {
	case view == nil:
		return most(turn.LegalMoves, heaviest), nil
	case view.Phase == mugginsv1.CribbagePhase_CRIBBAGE_PHASE_LAY_AWAY:
		return most(turn.LegalMoves, keepsFives), nil
	default:
		return most(turn.LegalMoves, func(move string) int { return takes(int(view.Count), move) }), nil
	}
}

func (firstBot) MatchEnded(end *muggins.Ending) {
	fmt.Println(end.MatchId, end.Termination, end.Sides)
}

// most gives the first of the moves that are worth most.
func most(moves []string, worth func(string) int) string {
	best := moves[0]
	for _, move := range moves[1:] {
		if worth(move) > worth(best) {
			best = move
		}
	}
	return best
}

func heaviest(move string) int {
	placement, _ := notation.ParsePlacement(move) // a legal move can be read
	return placement.Tile.First + placement.Tile.Second
}

func keepsFives(move string) int {
	fives := 0
	cards, _ := notation.ParseCardMove(move)
	for _, card := range cards {
		if card.Value() == 5 {
			fives++
		}
	}
	return -fives
}

func takes(count int, move string) int {
	card, _ := notation.ParseCard(move)
	if total := count + card.Value(); total == 15 || total == 31 {
		return 100
	}
	return card.Value()
}

func main() {
	muggins.Main(firstBot{}, muggins.Profile{Version: "1"})
}
