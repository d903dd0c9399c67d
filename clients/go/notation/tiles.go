package notation

import (
	"fmt"
	"strings"
)

// Tile is a domino with its halves as they are written: "6-4" in a hand, "4-6" where it lies so in a line.
type Tile struct {
	First, Second int // pips, 0 to 6
}

// ParseTile reads a tile.
func ParseTile(text string) (Tile, error) {
	if len(text) == 3 && isPips(text[0]) && text[1] == '-' && isPips(text[2]) {
		return Tile{int(text[0] - '0'), int(text[2] - '0')}, nil
	}
	return Tile{}, fmt.Errorf("%q is no tile", text)
}

func isPips(letter byte) bool {
	return '0' <= letter && letter <= '6'
}

// Double tells whether both halves are the same.
func (t Tile) Double() bool {
	return t.First == t.Second
}

func (t Tile) String() string {
	return fmt.Sprintf("%d-%d", t.First, t.Second)
}

// End is one of the two ends of a line.
type End string

// The opening tile is laid to no end.
const (
	Opening End = ""
	Left    End = "L"
	Right   End = "R"
)

// Placement is a move of dominoes.
type Placement struct {
	Tile Tile
	End  End
}

// ParsePlacement reads a move of dominoes: "6-4" opens, "6-4:L" and "6-4:R" name an end.
func ParsePlacement(move string) (Placement, error) {
	text, end, named := strings.Cut(move, ":")
	tile, err := ParseTile(text)
	if err != nil {
		return Placement{}, err
	}
	if named && end != "L" && end != "R" {
		return Placement{}, fmt.Errorf("%q is no placement", move)
	}
	return Placement{tile, End(end)}, nil
}

func (p Placement) String() string {
	if p.End == Opening {
		return p.Tile.String()
	}
	return p.Tile.String() + ":" + string(p.End)
}
