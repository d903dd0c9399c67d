package muggins

import (
	"encoding/hex"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"muggins.example/muggins/fair"
	"muggins.example/muggins/mugginsv1"
)

func (p *Player) welcome(welcome *mugginsv1.Welcome) {
	p.log.Info("connected", "as", welcome.Bot)
	p.mu.Lock()
	defer p.mu.Unlock()
	for id := range p.matches {
		if !slices.Contains(welcome.LiveMatches, id) {
			p.forget(id)
		}
	}
}

// start answers a match start, which is sent once more after a reconnection.
func (p *Player) start(start *mugginsv1.MatchStart) {
	p.mu.Lock()
	deal, known := p.matches[start.MatchId]
	if !known {
		deal = &fair.Deal{Seat: int(start.Seat), ServerCommitment: start.ServerCommitment, Entropy: entropy()}
		p.matches[start.MatchId] = deal
	}
	p.mu.Unlock()
	if starter, ok := p.bot.(MatchStarter); ok && !known {
		p.tell(func() { starter.MatchStarted(start) })
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.out.Ready = append(p.out.Ready, &mugginsv1.Ready{
		MatchId:           start.MatchId,
		EntropyCommitment: fair.Commitment(deal.Entropy),
	})
	p.touched()
}

func (p *Player) notice(notice *mugginsv1.Notice) {
	p.mu.Lock()
	p.drop(notice.TurnId) // whatever it says of a turn, that turn waits no longer
	if notice.Kind == mugginsv1.NoticeKind_NOTICE_KIND_SUPERSEDED {
		p.superseded = true
	}
	p.mu.Unlock()
	if noticer, ok := p.bot.(Noticer); ok {
		p.tell(func() { noticer.Noticed(notice) })
	}
}

// reveal answers with nothing where another commitment is shown as ours: then the bytes would bind nobody.
func (p *Player) reveal(shown *mugginsv1.Commitments) {
	deal := p.matches[shown.MatchId]
	if deal == nil {
		return
	}
	deal.Commitments = shown.EntropyCommitments
	reveal := &mugginsv1.Reveal{MatchId: shown.MatchId}
	if deal.Shown() {
		reveal.Entropy = deal.Entropy
	}
	p.out.Reveals = append(p.out.Reveals, reveal)
}

func (p *Player) end(end *mugginsv1.MatchEnd) {
	p.mu.Lock()
	deal := p.matches[end.MatchId]
	p.forget(end.MatchId)
	p.mu.Unlock()
	ending := &Ending{MatchEnd: end}
	if deal != nil && len(end.ServerSeed) > 0 {
		for _, problem := range deal.BrokenPromises(end.ServerSeed, end.Entropies) {
			p.log.Warn("match "+end.MatchId+" was not dealt fairly", "problem", problem)
		}
		ending.Seed = fair.MatchSeed(end.ServerSeed, end.Entropies)
	}
	if deal != nil && len(end.Sides) > 0 {
		p.report(ending, deal.Seat%len(end.Sides)) // partners share a side
	}
	if ender, ok := p.bot.(MatchEnder); ok {
		p.tell(func() { ender.MatchEnded(ending) })
	}
}

func (p *Player) report(end *Ending, side int) {
	points := make([]string, len(end.Sides))
	for i, each := range end.Sides {
		points[i] = fmt.Sprint(each.Points)
	}
	place := fmt.Sprintf("%d of %d", end.Sides[side].Place+1, len(end.Sides))
	p.log.Info("match "+end.MatchId+" ended", "place", place, "points", strings.Join(points, ":"),
		"seed", hex.EncodeToString(end.Seed))
}

// forget stops caring about a match and its turns.  The caller holds the lock.
func (p *Player) forget(matchID string) {
	delete(p.matches, matchID)
	for id, item := range p.asked {
		if item.turn.MatchId == matchID {
			p.drop(id)
		}
	}
}

// tell calls a hook of the bot; a panic in it is the author's to see, and ends nothing.
func (p *Player) tell(hook func()) {
	defer func() {
		if problem := recover(); problem != nil {
			p.log.Error("a hook of the bot failed", "panic", problem, "stack", string(debug.Stack()))
		}
	}()
	hook()
}
