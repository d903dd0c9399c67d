package muggins

import (
	"testing"
	"time"
)

func TestPausesGrowToTheMostAndStartAgainAfterAStableSession(t *testing.T) {
	b := newBackoff()
	for _, ceiling := range []time.Duration{200, 400, 800, 1600, 3200, 6400, 12800, 20000, 20000} {
		if pause := b.pause(); pause < 0 || pause > ceiling*time.Millisecond {
			t.Errorf("a pause of %v is beyond %d ms", pause, ceiling)
		}
	}
	if b.lasted(time.Second); b.ceiling != b.most {
		t.Error("a short session starts the pauses again")
	}
	if b.lasted(time.Minute); b.ceiling != b.first {
		t.Error("a stable session does not start the pauses again")
	}
}
