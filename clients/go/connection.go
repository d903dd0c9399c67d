package muggins

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"muggins.example/muggins/mugginsv1"
)

// The exit codes of a bot.
const (
	ExitOK         = 0
	ExitSuperseded = 1
	ExitRefused    = 2
)

// Trying again would not help.
var refusals = []codes.Code{codes.Unauthenticated, codes.PermissionDenied, codes.InvalidArgument, codes.Unimplemented}

// Connection keeps a bot connected to a server: it dials, plays, and dials again.
type Connection struct {
	Address string                           // "host:port"
	Token   string                           // the bot's
	TLS     credentials.TransportCredentials // nil means plain text
	Grace   time.Duration                    // for the server to end the stream after a goodbye; 0 means a second

	player  *Player
	backoff *backoff
	log     *slog.Logger
	leaving chan struct{}
}

// NewConnection makes a connection for a bot; Run dials.
func NewConnection(bot Bot, profile Profile, address, token string, log *slog.Logger) *Connection {
	return &Connection{
		Address: address,
		Token:   token,
		Grace:   time.Second,
		player:  NewPlayer(bot, profile, log),
		backoff: newBackoff(),
		log:     log,
		leaving: make(chan struct{}),
	}
}

// Run plays until there is a reason to stop, and returns the exit code for it, ExitOK after Leave.
func (c *Connection) Run(ctx context.Context) int {
	for {
		started := time.Now()
		err := c.session(ctx)
		c.backoff.lasted(time.Since(started))
		if code, final := c.verdict(err); final {
			return code
		}
		if ctx.Err() != nil {
			return ExitOK
		}
		c.pause(ctx, err)
	}
}

// Leave says goodbye: running matches are finished, no new ones come, then Run returns.  It may be called once, and
// returns how many matches run.
func (c *Connection) Leave() int {
	running := c.player.Goodbye()
	close(c.leaving)
	return running
}

func (c *Connection) session(ctx context.Context) error {
	secrecy := c.TLS
	if secrecy == nil {
		secrecy = insecure.NewCredentials()
	}
	channel, err := grpc.NewClient(c.Address,
		grpc.WithTransportCredentials(secrecy),
		// A server that has vanished is noticed within half a minute; more frequent pings may be held against us.
		grpc.WithKeepaliveParams(keepalive.ClientParameters{
			Time: 20 * time.Second, Timeout: 5 * time.Second, PermitWithoutStream: true,
		}),
		// Turns of hundreds of matches may come in one message.
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(16<<20)),
	)
	if err != nil {
		return status.Error(codes.InvalidArgument, err.Error())
	}
	defer channel.Close()
	ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+c.Token)
	return c.player.play(ctx, mugginsv1.NewPlayServiceClient(channel), c.Grace)
}

// verdict gives the exit code where the end of a session is the end of it all.
func (c *Connection) verdict(err error) (code int, final bool) {
	if c.player.isSuperseded() {
		c.log.Error("a newer session of this bot has taken over; this one stops")
		return ExitSuperseded, true
	}
	if slices.Contains(refusals, status.Code(err)) {
		c.log.Error(c.Address + " refused this bot: " + words(err))
		return ExitRefused, true
	}
	return ExitOK, c.player.done()
}

func (c *Connection) pause(ctx context.Context, why error) {
	pause := c.backoff.pause() + c.player.wait()
	c.log.Warn("no connection to "+c.Address+"; trying again", "why", words(why), "in", pause.Round(time.Millisecond))
	leaving := c.leaving
	if c.player.isLeaving() { // matches wait for us, and nothing can shorten the pause any more
		leaving = nil
	}
	select {
	case <-time.After(pause):
	case <-leaving:
	case <-ctx.Done():
	}
}

func words(err error) string {
	if err == nil {
		return "it ended the stream"
	}
	return status.Convert(err).Message()
}
