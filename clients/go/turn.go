package muggins

import (
	"time"

	"muggins.example/muggins/mugginsv1"
)

// Turn is a question to a seat, complete in itself: LegalMoves, GetCribbage or GetFives for what the seat may know,
// Events since the last turn that was answered, Clock, Seat and MatchId.
type Turn struct {
	*mugginsv1.Turn
	Deadline time.Time // when it is lost: the move time and the whole bank, from when it came
}

func newTurn(message *mugginsv1.Turn, now time.Time) *Turn {
	left := message.GetClock().GetMoveLeftUs() + message.GetClock().GetBankLeftUs()
	return &Turn{message, now.Add(time.Duration(left) * time.Microsecond)}
}

// Seats is the number of seats at the table, 0 for a game that the kit has no view of.
func (t *Turn) Seats() int {
	return max(len(t.GetCribbage().GetCardsLeft()), len(t.GetFives().GetTilesLeft()))
}
