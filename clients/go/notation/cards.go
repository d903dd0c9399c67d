// Package notation has cards, tiles and moves as types that read and write the text of the protocol.
package notation

import (
	"fmt"
	"strings"
)

const (
	ranks = "A23456789TJQK" // low to high
	suits = "CDHS"
)

// Card is a playing card; as text it is its rank and its suit, "TD".
type Card struct {
	Rank int  // 1 for the ace to 13 for the king
	Suit byte // one of C, D, H, S
}

// ParseCard reads a card.
func ParseCard(text string) (Card, error) {
	if len(text) == 2 {
		rank := strings.IndexByte(ranks, text[0]) + 1
		if rank > 0 && strings.IndexByte(suits, text[1]) >= 0 {
			return Card{rank, text[1]}, nil
		}
	}
	return Card{}, fmt.Errorf("%q is no card", text)
}

// ParseCards reads the cards of a list, such as a hand or a pile.
func ParseCards(texts []string) ([]Card, error) {
	cards := make([]Card, len(texts))
	for i, text := range texts {
		card, err := ParseCard(text)
		if err != nil {
			return nil, err
		}
		cards[i] = card
	}
	return cards, nil
}

// ParseCardMove reads a move of cribbage: one card, or the two that are laid away.
func ParseCardMove(move string) ([]Card, error) {
	return ParseCards(strings.Split(move, ","))
}

// Value is what the card adds to a count: 1 for the ace, 10 for ten, jack, queen and king.
func (c Card) Value() int {
	return min(c.Rank, 10)
}

func (c Card) String() string {
	return string([]byte{ranks[c.Rank-1], c.Suit})
}
