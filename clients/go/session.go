package muggins

import (
	"context"
	"errors"
	"io"
	"time"

	"google.golang.org/grpc"

	"muggins.example/muggins/mugginsv1"
)

type stream = grpc.BidiStreamingClient[mugginsv1.PlayRequest, mugginsv1.PlayResponse]

// play runs one session: it returns nil when the stream ended well, or when there is nothing more to play.  The server
// has grace to end the stream after a goodbye without matches, and after we hung up.
func (p *Player) play(ctx context.Context, client mugginsv1.PlayServiceClient, grace time.Duration) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := client.Play(ctx)
	if err != nil {
		return err
	}
	ended := make(chan error, 1)
	if err := stream.Send(p.Hello()); err != nil {
		go p.read(stream, ended)
		return <-ended
	}
	go p.read(stream, ended)
	err = p.write(stream, ended, grace)
	cancel()
	return err
}

// read takes every message until the stream ends.
func (p *Player) read(stream stream, ended chan<- error) {
	for {
		response, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			err = nil
		}
		if response == nil {
			ended <- err
			return
		}
		p.Take(response)
	}
}

// write sends what is ready, as one message, until the stream ends or there is nothing more to play.
func (p *Player) write(stream stream, ended chan error, grace time.Duration) error {
	var patience <-chan time.Time
	for {
		select {
		case err := <-ended:
			return err
		case <-patience:
			return p.hangUp(stream, ended, grace)
		case <-p.Ready():
		}
		// A send that fails says only that the stream has ended; the reader says why.
		if request := p.Collect(); request != nil && stream.Send(request) != nil {
			return <-ended
		}
		if p.isSuperseded() {
			return p.hangUp(stream, ended, grace)
		}
		if patience == nil && p.done() {
			patience = time.After(grace)
		}
	}
}

// hangUp ends the stream from our side, and waits until the server has ended it too, or grace is over.
func (p *Player) hangUp(stream stream, ended <-chan error, grace time.Duration) error {
	_ = stream.CloseSend() // its error is that the stream has ended, which is what we want
	select {
	case <-ended:
	case <-time.After(grace):
	}
	return nil
}
