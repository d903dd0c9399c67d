// Package muggins is the bot kit of the tournament server for Go: write Decide, call Main, and the kit does the rest.
package muggins

import (
	"context"

	"muggins.example/muggins/mugginsv1"
)

//go:generate buf generate

// Bot decides turns.
//
// Decide returns one of the turn's legal moves.  It is called for many matches at once, from several goroutines, so what
// a bot remembers belongs under the turn's match id, behind a lock.  ctx ends when the turn no longer waits for an
// answer.  An error or a panic is reported, and the turn is left to its clock: the kit never plays a move by itself.
//
// A bot may also have any of the methods of MatchStarter, MatchEnder and Noticer.
type Bot interface {
	Decide(ctx context.Context, turn *Turn) (string, error)
}

// DecideFunc makes a bot of a function.
type DecideFunc func(ctx context.Context, turn *Turn) (string, error)

// Decide calls the function.
func (f DecideFunc) Decide(ctx context.Context, turn *Turn) (string, error) {
	return f(ctx, turn)
}

// MatchStarter hears of each match before its first turn, in the start-up time.  Nothing else is read meanwhile.
type MatchStarter interface {
	MatchStarted(start *mugginsv1.MatchStart)
}

// MatchEnder hears of each match that has its result.
type MatchEnder interface {
	MatchEnded(end *Ending)
}

// Noticer hears what the server has to say, such as that a move was illegal.
type Noticer interface {
	Noticed(notice *mugginsv1.Notice)
}

// Ending is the end of a match.
type Ending struct {
	*mugginsv1.MatchEnd
	Seed []byte // from which all its deals follow; nil where the server has not opened it
}

// Profile says what a bot plays.
type Profile struct {
	Version    string   // your own name for this version, at most 32 characters
	Games      []string // such as "cribbage"; empty means all
	Seats      []uint32 // the numbers of seats it plays with; empty means all
	MaxMatches uint32   // how many matches it plays at once; 0 means 8
	Share      bool     // true where several sessions of the bot share its matches
	Thinkers   int      // how many turns are decided at the same time; 0 means 64
}

func (p Profile) withDefaults() Profile {
	if p.Version == "" {
		p.Version = "1"
	}
	if p.MaxMatches == 0 {
		p.MaxMatches = 8
	}
	if p.Thinkers == 0 {
		p.Thinkers = 64
	}
	return p
}

func (p Profile) hello() *mugginsv1.Hello {
	return &mugginsv1.Hello{
		BotVersion: p.Version,
		Games:      p.Games,
		Seats:      p.Seats,
		MaxMatches: p.MaxMatches,
		Share:      p.Share,
		Features: []mugginsv1.Feature{
			mugginsv1.Feature_FEATURE_READY, mugginsv1.Feature_FEATURE_ENTROPY, mugginsv1.Feature_FEATURE_PING,
		},
	}
}
