package house

import (
	"slices"

	"muggins.example/muggins/mugginsv1"
	"muggins.example/muggins/notation"
)

// layingAway weighs what goes into the crib by what the cards that stay score before any starter.
func layingAway(view *mugginsv1.CribbageView) (worth, error) {
	hand, err := notation.ParseCards(view.Hand)
	return func(move string) (int, error) {
		away, err := notation.ParseCardMove(move)
		if err != nil {
			return 0, err
		}
		kept := slices.DeleteFunc(slices.Clone(hand), func(card notation.Card) bool { return slices.Contains(away, card) })
		return seenWorth(kept), nil
	}, err
}

// pegging weighs cards by what they score at once in the play.
func pegging(view *mugginsv1.CribbageView) (worth, error) {
	pile, err := notation.ParseCards(view.Pile)
	return func(move string) (int, error) {
		card, err := notation.ParseCard(move)
		return pegged(pile, int(view.Count), card), err
	}, err
}

// seenWorth is what four cards score by themselves: fifteens, pairs, runs, and a flush of one suit.
func seenWorth(cards []notation.Card) int {
	points := fifteens(cards, 0) + pairs(cards) + runs(cards)
	if !slices.ContainsFunc(cards, func(card notation.Card) bool { return card.Suit != cards[0].Suit }) {
		points += 4
	}
	return points
}

// fifteens is 2 for each set of cards that makes fifteen together with a sum.
func fifteens(cards []notation.Card, sum int) int {
	if sum == 15 {
		return 2
	}
	points := 0
	for i, card := range cards {
		points += fifteens(cards[i+1:], sum+card.Value())
	}
	return points
}

func pairs(cards []notation.Card) int {
	points := 0
	for i, card := range cards {
		for _, other := range cards[i+1:] {
			if card.Rank == other.Rank {
				points += 2
			}
		}
	}
	return points
}

// runs counts each choice of cards for the longest run, if that is of three cards or more.
func runs(cards []notation.Card) int {
	var counts [15]int // by rank
	for _, card := range cards {
		counts[card.Rank]++
	}
	best, length, choices := 0, 0, 1
	for _, count := range counts {
		if count == 0 {
			length, choices = 0, 1
			continue
		}
		length, choices = length+1, choices*count
		if length >= 3 {
			best = max(best, length*choices)
		}
	}
	return best
}

// pegged is what a card scores when it is played on a pile with that count, the point for the last card apart.
func pegged(pile []notation.Card, count int, card notation.Card) int {
	played := append(slices.Clone(pile), card)
	slices.Reverse(played) // the last card first
	points := 0
	if total := count + card.Value(); total == 15 || total == 31 {
		points = 2
	}
	if alike := alike(played); alike > 1 {
		return points + alike*(alike-1) // two for each pair among them
	}
	return points + run(played)
}

// alike is how many of the last cards are of one rank.
func alike(played []notation.Card) int {
	n := slices.IndexFunc(played, func(card notation.Card) bool { return card.Rank != played[0].Rank })
	if n < 0 {
		return len(played)
	}
	return n
}

// run is the length of the longest run that the last cards make in any order, or 0.
func run(played []notation.Card) int {
	best, low, high := 0, 14, 0
	var seen [14]bool // by rank
	for i, card := range played {
		if seen[card.Rank] { // a rank that comes twice spoils this window and every longer one
			break
		}
		seen[card.Rank] = true
		low, high = min(low, card.Rank), max(high, card.Rank)
		if i >= 2 && high-low == i {
			best = i + 1
		}
	}
	return best
}
