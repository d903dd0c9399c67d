package notation_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"muggins.example/muggins/notation"
)

// vectors is what every kit agrees on.
type vectors struct {
	Cards []struct {
		Text  string
		Rank  int
		Suit  string
		Value int
	}
	Tiles     []tile
	CardMoves []struct {
		Text  string
		Cards []string
	} `json:"cribbage_moves"`
	Placements []struct{ Text, Tile, End string } `json:"fives_moves"`
	TurnedToo  []tile                             `json:"turned_tiles"`
	NoCards    []string                           `json:"no_cards"`
	NoTiles    []string                           `json:"no_tiles"`
	NoMoves    []string                           `json:"no_fives_moves"`
}

type tile struct {
	Text   string
	Halves [2]int
	Double bool
}

func read(t *testing.T) vectors {
	t.Helper()
	text, err := os.ReadFile("../../vectors/notation.json")
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	if len(v.Cards) != 52 || len(v.Tiles) != 28 {
		t.Fatalf("%d cards and %d tiles", len(v.Cards), len(v.Tiles))
	}
	return v
}

func TestCards(t *testing.T) {
	for _, want := range read(t).Cards {
		card, err := notation.ParseCard(want.Text)
		if err != nil || card.Rank != want.Rank || string(card.Suit) != want.Suit || card.Value() != want.Value {
			t.Errorf("%s is %+v, %v", want.Text, card, err)
		}
		if card.String() != want.Text {
			t.Errorf("%s is written %s", want.Text, card)
		}
	}
}

func TestTiles(t *testing.T) {
	v := read(t)
	for _, want := range append(v.Tiles, v.TurnedToo...) {
		got, err := notation.ParseTile(want.Text)
		if err != nil || [2]int{got.First, got.Second} != want.Halves || got.Double() != want.Double {
			t.Errorf("%s is %+v, %v", want.Text, got, err)
		}
		if got.String() != want.Text {
			t.Errorf("%s is written %s", want.Text, got)
		}
	}
}

func TestMoves(t *testing.T) {
	v := read(t)
	for _, want := range v.CardMoves {
		cards, err := notation.ParseCardMove(want.Text)
		wanted, _ := notation.ParseCards(want.Cards)
		if err != nil || !slices.Equal(cards, wanted) {
			t.Errorf("%s is %v, %v", want.Text, cards, err)
		}
	}
	for _, want := range v.Placements {
		move, err := notation.ParsePlacement(want.Text)
		if err != nil || move.Tile.String() != want.Tile || string(move.End) != want.End || move.String() != want.Text {
			t.Errorf("%s is %+v, %v", want.Text, move, err)
		}
	}
}

func TestWhatIsNone(t *testing.T) {
	v := read(t)
	for _, text := range v.NoCards {
		if card, err := notation.ParseCard(text); err == nil {
			t.Errorf("%q was read as %v", text, card)
		}
	}
	for _, text := range v.NoTiles {
		if tile, err := notation.ParseTile(text); err == nil {
			t.Errorf("%q was read as %v", text, tile)
		}
	}
	for _, text := range v.NoMoves {
		if move, err := notation.ParsePlacement(text); err == nil {
			t.Errorf("%q was read as %v", text, move)
		}
	}
}
