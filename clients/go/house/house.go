// Package house has bots that play both games with any number of seats, as the server's own do.
package house

import (
	"context"
	"fmt"
	"math/rand/v2"

	"muggins.example/muggins"
	"muggins.example/muggins/mugginsv1"
)

// Kinds has the bots by name.
var Kinds = map[string]muggins.Bot{
	"greedy": muggins.DecideFunc(Greedy),
	"random": muggins.DecideFunc(Random),
}

// Profile is that of every house bot.
var Profile = muggins.Profile{Version: "1", Games: []string{"cribbage", "fives-and-threes"}, MaxMatches: 64}

// Random plays any legal move, each equally likely.
func Random(_ context.Context, turn *muggins.Turn) (string, error) {
	return turn.LegalMoves[rand.IntN(len(turn.LegalMoves))], nil
}

// Greedy takes the most points that it can have now, and never looks further; of equal moves it takes the first.
func Greedy(_ context.Context, turn *muggins.Turn) (string, error) {
	if len(turn.LegalMoves) == 1 {
		return turn.LegalMoves[0], nil
	}
	worth, err := worthOf(turn)
	if err != nil {
		return "", err
	}
	return first(turn.LegalMoves, worth)
}

// A worth says how many points a move is good for.
type worth func(move string) (int, error)

func worthOf(turn *muggins.Turn) (worth, error) {
	if view := turn.GetFives(); view != nil {
		return placing(turn, view), nil
	}
	view := turn.GetCribbage()
	switch {
	case view == nil:
		return nil, fmt.Errorf("greedy does not play %q", turn.GetExtension().GetGame())
	case view.Phase == mugginsv1.CribbagePhase_CRIBBAGE_PHASE_LAY_AWAY:
		return layingAway(view)
	default:
		return pegging(view)
	}
}

// first gives the first of the moves that are worth most.
func first(moves []string, worth worth) (string, error) {
	best, most := "", -1
	for _, move := range moves {
		points, err := worth(move)
		if err != nil {
			return "", err
		}
		if points > most {
			best, most = move, points
		}
	}
	return best, nil
}

// sideOf is the side that a seat plays for: with four seats partners sit opposite and share one.
func sideOf(seat uint32, seats int) int {
	if seats == 4 {
		return int(seat % 2)
	}
	return int(seat)
}
