package muggins

import (
	"math/rand/v2"
	"time"
)

// backoff gives the pauses between attempts to connect: each is drawn from 0 to a ceiling, which doubles from first to
// most.  Full jitter keeps bots that lost one server from all coming back in the same instant.
type backoff struct {
	first, most, stable time.Duration
	ceiling             time.Duration
}

func newBackoff() *backoff {
	return &backoff{first: 200 * time.Millisecond, most: 20 * time.Second, stable: 5 * time.Second}
}

func (b *backoff) pause() time.Duration {
	ceiling := max(b.ceiling, b.first)
	b.ceiling = min(2*ceiling, b.most)
	return rand.N(ceiling + 1)
}

// lasted tells how long a session lasted: a stable one starts the pauses again from the first.
func (b *backoff) lasted(session time.Duration) {
	if session >= b.stable {
		b.ceiling = b.first
	}
}
