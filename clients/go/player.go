package muggins

import (
	"crypto/rand"
	"log/slog"
	"sync"
	"time"

	"google.golang.org/protobuf/proto"

	"muggins.example/muggins/fair"
	"muggins.example/muggins/mugginsv1"
)

// slice is how long an answer waits for others that are decided at the same time.
const slice = time.Millisecond

// Player is a bot's side of the protocol without a network: messages in, messages out.  It lives through as many
// sessions as the bot needs.
type Player struct {
	bot     Bot
	profile Profile
	log     *slog.Logger
	ready   chan struct{} // has an item when there is something to collect, or the state has changed
	timer   *time.Timer

	mu            sync.Mutex // guards what follows
	matches       map[string]*fair.Deal
	asked         map[uint64]*asked
	agenda        agenda
	thinkers      int
	out           *mugginsv1.PlayRequest
	leaving       bool
	superseded    bool
	comeBackAfter time.Duration
	armed         bool // the timer runs for what is ready
}

// NewPlayer makes a player of a bot.
func NewPlayer(bot Bot, profile Profile, log *slog.Logger) *Player {
	p := &Player{
		bot:     bot,
		profile: profile.withDefaults(),
		log:     log,
		ready:   make(chan struct{}, 1),
		matches: map[string]*fair.Deal{},
		asked:   map[uint64]*asked{},
		out:     &mugginsv1.PlayRequest{},
	}
	p.timer = time.AfterFunc(time.Hour, p.signal)
	p.timer.Stop()
	return p
}

// Hello begins a session: its first message.  Turns of a former session that wait are forgotten, for the server sends
// them again; those that are being decided go on.
func (p *Player) Hello() *mugginsv1.PlayRequest {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, item := range p.asked {
		if !item.begun {
			p.drop(id)
		}
	}
	p.comeBackAfter = 0
	p.out = &mugginsv1.PlayRequest{}
	request := &mugginsv1.PlayRequest{Hello: p.profile.hello()}
	if p.leaving {
		request.Goodbye = &mugginsv1.Goodbye{}
	}
	return request
}

// Take takes one message.  What there is to say to it is ready, sooner or later, to be collected.
func (p *Player) Take(response *mugginsv1.PlayResponse) {
	if response.Welcome != nil {
		p.welcome(response.Welcome)
	}
	for _, start := range response.Starts {
		p.start(start)
	}
	for _, notice := range response.Notices {
		p.notice(notice)
	}
	p.questions(response)
	for _, end := range response.Ends {
		p.end(end)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.superseded || p.leaving && len(p.matches) == 0 {
		p.signal()
	}
}

// questions takes what is answered without a hook.
func (p *Player) questions(response *mugginsv1.PlayResponse) {
	now := time.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, shown := range response.Commitments {
		p.reveal(shown)
	}
	for _, turn := range response.Turns {
		p.ask(newTurn(turn, now))
	}
	if response.Ping != nil {
		p.out.Pong = &mugginsv1.Pong{Nonce: response.Ping.Nonce}
	}
	if away := response.GoingAway; away != nil {
		p.comeBackAfter = away.ComeBackAfter.AsDuration()
	}
	p.touched()
}

// Ready has an item when there may be something to collect.
func (p *Player) Ready() <-chan struct{} {
	return p.ready
}

// Collect gives everything that is ready to be sent, nil when nothing is.
func (p *Player) Collect() *mugginsv1.PlayRequest {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.timer.Stop()
	p.armed = false
	if proto.Size(p.out) == 0 {
		return nil
	}
	out := p.out
	p.out = &mugginsv1.PlayRequest{}
	return out
}

// Goodbye asks for no new matches; the running ones are played to their end.  It returns how many those are.
func (p *Player) Goodbye() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.leaving = true
	p.out.Goodbye = &mugginsv1.Goodbye{}
	p.signal()
	return len(p.matches)
}

// touched says that something is to be sent: at once when no turn is left to be decided, else together with what is
// decided within a slice.  The caller holds the lock.
func (p *Player) touched() {
	if len(p.asked) == 0 {
		p.signal()
	} else if !p.armed {
		p.armed = true
		p.timer.Reset(slice)
	}
}

func (p *Player) signal() {
	select {
	case p.ready <- struct{}{}:
	default:
	}
}

// done tells whether the bot leaves and has nothing more to play.
func (p *Player) done() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.leaving && len(p.matches) == 0
}

func (p *Player) isLeaving() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.leaving
}

func (p *Player) isSuperseded() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.superseded
}

// wait is what the server that went away asked for.
func (p *Player) wait() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.comeBackAfter
}

func entropy() []byte {
	value := make([]byte, fair.Size)
	rand.Read(value) // never fails, says its documentation
	return value
}
