package muggins

import (
	"container/heap"
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"muggins.example/muggins/mugginsv1"
)

// asked is a turn that waits, or that is being decided.
type asked struct {
	turn   *Turn
	ctx    context.Context
	cancel context.CancelFunc
	begun  bool
}

// agenda orders the turns that wait: the one that is due first in front.
type agenda []*asked

func (a agenda) Len() int           { return len(a) }
func (a agenda) Less(i, j int) bool { return a[i].turn.Deadline.Before(a[j].turn.Deadline) }
func (a agenda) Swap(i, j int)      { a[i], a[j] = a[j], a[i] }
func (a *agenda) Push(item any)     { *a = append(*a, item.(*asked)) }
func (a *agenda) Pop() any {
	last := len(*a) - 1
	item := (*a)[last]
	*a = (*a)[:last]
	return item
}

// ask puts a turn on the agenda.  One that is being decided already is not begun again.  The caller holds the lock.
func (p *Player) ask(turn *Turn) {
	if former := p.asked[turn.TurnId]; former != nil {
		if former.begun {
			return
		}
		p.drop(turn.TurnId)
	}
	ctx, cancel := context.WithCancel(context.Background())
	item := &asked{turn: turn, ctx: ctx, cancel: cancel}
	p.asked[turn.TurnId] = item
	heap.Push(&p.agenda, item)
	if p.thinkers < p.profile.Thinkers {
		p.thinkers++
		go p.think()
	}
}

// drop stops caring about a turn; whatever is decided of it is not sent.  The caller holds the lock.
func (p *Player) drop(turnID uint64) {
	if item := p.asked[turnID]; item != nil {
		item.cancel()
		delete(p.asked, turnID)
	}
}

// think decides what is on the agenda until nothing is.
func (p *Player) think() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.agenda.Len() > 0 {
		item := heap.Pop(&p.agenda).(*asked)
		if p.asked[item.turn.TurnId] != item {
			continue // dropped meanwhile
		}
		item.begun = true
		p.mu.Unlock()
		move, err := p.decide(item)
		p.mu.Lock()
		p.decided(item, move, err)
	}
	p.thinkers--
}

func (p *Player) decide(item *asked) (move string, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			err = fmt.Errorf("panic: %v\n%s", problem, debug.Stack())
		}
	}()
	move, err = p.bot.Decide(item.ctx, item.turn)
	if err == nil && move == "" {
		err = errors.New("it returned no move")
	}
	return move, err
}

// decided puts the answer with those that are ready to be sent.  The caller holds the lock.
func (p *Player) decided(item *asked, move string, err error) {
	turn := item.turn
	if p.asked[turn.TurnId] != item {
		return // nobody waits for it any more
	}
	p.drop(turn.TurnId)
	if err != nil {
		p.log.Error("Decide failed; the turn's clock runs on", "match", turn.MatchId, "error", err)
	} else {
		p.out.Decisions = append(p.out.Decisions, &mugginsv1.Decision{TurnId: turn.TurnId, Move: move})
	}
	p.touched()
}
