package house

import (
	"muggins.example/muggins"
	"muggins.example/muggins/mugginsv1"
	"muggins.example/muggins/notation"
)

// end is one end of a line: its open value, and what it adds to the sum.
type end struct {
	value, pips int
}

// placing weighs placements by what the seat's side gets for them at once.
func placing(turn *muggins.Turn, view *mugginsv1.FivesView) worth {
	room := int(view.Target) - int(view.Scores[sideOf(turn.Seat, turn.Seats())])
	bonus := bonusForGoingOut(turn, view)
	return func(move string) (int, error) {
		placement, err := notation.ParsePlacement(move)
		if err != nil {
			return 0, err
		}
		sum, err := sumAfter(view, placement)
		if err != nil {
			return 0, err
		}
		points := pointsOf(sum) + bonus
		if points > room { // beyond the target all of it is void
			return 0, nil
		}
		return points, nil
	}
}

// pointsOf is a point for each three and for each five that go into a sum of the ends exactly.
func pointsOf(sum int) int {
	points := 0
	if sum%3 == 0 {
		points += sum / 3
	}
	if sum%5 == 0 {
		points += sum / 5
	}
	return points
}

// bonusForGoingOut is 1 where the tile is the last of the seat, or of both partners.
func bonusForGoingOut(turn *muggins.Turn, view *mugginsv1.FivesView) int {
	if len(view.Hand) != 1 || turn.Seats() == 4 && view.TilesLeft[turn.Seat^2] > 0 {
		return 0
	}
	return 1
}

// sumAfter is what the ends add up to when the placement is made.
func sumAfter(view *mugginsv1.FivesView, placement notation.Placement) (int, error) {
	tile := placement.Tile
	if placement.End == notation.Opening {
		return tile.First + tile.Second, nil // a lone tile is both ends, and counts once
	}
	left, right, err := ends(view)
	if err != nil {
		return 0, err
	}
	if placement.End == notation.Left {
		return laid(tile, left.value).pips + right.pips, nil
	}
	return left.pips + laid(tile, right.value).pips, nil
}

func ends(view *mugginsv1.FivesView) (left, right end, err error) {
	first, err := notation.ParseTile(view.Line[0])
	if err != nil {
		return left, right, err
	}
	last, err := notation.ParseTile(view.Line[len(view.Line)-1])
	return weighed(int(view.Left), first.Double()), weighed(int(view.Right), last.Double()), err
}

// laid is the end that a tile makes when it is laid to a value.
func laid(tile notation.Tile, value int) end {
	if tile.First == value {
		return weighed(tile.Second, tile.Double())
	}
	return weighed(tile.First, tile.Double())
}

// weighed is an end; a double lies across and counts with both halves.
func weighed(value int, double bool) end {
	if double {
		return end{value, 2 * value}
	}
	return end{value, value}
}
