package muggins_test

import (
	"context"
	"io"
	"log/slog"
	"net"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"muggins.example/muggins"
	pb "muggins.example/muggins/mugginsv1"
)

const patience = 10 * time.Second

// referee hands each stream that a bot opens to the test, behind a real gRPC server.
type referee struct {
	pb.UnimplementedPlayServiceServer
	address  string
	sessions chan *session
}

// session is one stream of a bot, seen from the server.
type session struct {
	t        *testing.T
	stream   grpc.BidiStreamingServer[pb.PlayRequest, pb.PlayResponse]
	requests chan *pb.PlayRequest
	over     chan error
	token    string
}

func serve(t *testing.T) *referee {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &referee{address: listener.Addr().String(), sessions: make(chan *session)}
	server := grpc.NewServer()
	pb.RegisterPlayServiceServer(server, r)
	go server.Serve(listener)
	t.Cleanup(server.Stop)
	return r
}

func (r *referee) Play(stream grpc.BidiStreamingServer[pb.PlayRequest, pb.PlayResponse]) error {
	sent, _ := metadata.FromIncomingContext(stream.Context())
	s := &session{
		stream:   stream,
		requests: make(chan *pb.PlayRequest, 100),
		over:     make(chan error, 1),
		token:    sent.Get("authorization")[0],
	}
	r.sessions <- s
	go func() {
		defer close(s.requests)
		for {
			request, err := stream.Recv()
			if err != nil {
				return
			}
			s.requests <- request
		}
	}()
	select {
	case err := <-s.over:
		return err
	case <-stream.Context().Done():
		return status.Error(codes.Canceled, "the bot has gone")
	}
}

// session is the next one that a bot opens.
func (r *referee) session(t *testing.T) *session {
	t.Helper()
	select {
	case s := <-r.sessions:
		s.t = t
		return s
	case <-time.After(patience):
		t.Fatal("no bot came")
		return nil
	}
}

// welcome reads the hello and answers it.
func (s *session) welcome(live ...string) *pb.PlayRequest {
	hello := s.receive()
	s.send(&pb.PlayResponse{Welcome: &pb.Welcome{Bot: "tester", LiveMatches: live}})
	return hello
}

func (s *session) send(response *pb.PlayResponse) {
	s.t.Helper()
	if err := s.stream.Send(response); err != nil {
		s.t.Fatal(err)
	}
}

func (s *session) receive() *pb.PlayRequest {
	s.t.Helper()
	select {
	case request, open := <-s.requests:
		if !open {
			s.t.Fatal("the bot has ended the stream")
		}
		return request
	case <-time.After(patience):
		s.t.Fatal("the bot says nothing")
		return nil
	}
}

// answers reads messages until so many turns are answered, and tells how many messages it took.
func (s *session) answers(count int) (moves map[uint64]string, messages int) {
	s.t.Helper()
	moves = map[uint64]string{}
	for len(moves) < count {
		messages++
		for _, decision := range s.receive().Decisions {
			moves[decision.TurnId] = decision.Move
		}
	}
	return moves, messages
}

// connect runs a bot against the referee; the channel has its exit code.
func connect(t *testing.T, r *referee, bot muggins.Bot) (*muggins.Connection, <-chan int) {
	t.Helper()
	connection := muggins.NewConnection(bot, muggins.Profile{Version: "test"}, r.address, "secret", quiet())
	connection.Grace = 10 * time.Millisecond
	ctx, cancel := context.WithCancel(context.Background())
	code := make(chan int, 1)
	go func() { code <- connection.Run(ctx) }()
	t.Cleanup(cancel)
	return connection, code
}

func exits(t *testing.T, code <-chan int, want int) {
	t.Helper()
	select {
	case got := <-code:
		if got != want {
			t.Errorf("exit code %d, not %d", got, want)
		}
	case <-time.After(patience):
		t.Fatal("the bot does not stop")
	}
}

// turn is an opening turn of dominoes.
func turn(id uint64, seconds uint64) *pb.Turn {
	return &pb.Turn{
		TurnId:     id,
		MatchId:    "m",
		Clock:      &pb.Clock{MoveLeftUs: seconds * 1_000_000},
		View:       &pb.Turn_Fives{Fives: &pb.FivesView{TilesLeft: []uint32{7, 7}, Scores: []uint32{0, 0}}},
		LegalMoves: []string{"6-4", "6-6"},
	}
}

func quiet() *slog.Logger {
	return slog.New(slog.NewTextHandler(io.Discard, nil))
}
