package muggins_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"muggins.example/muggins"
	"muggins.example/muggins/fair"
	pb "muggins.example/muggins/mugginsv1"
)

// last takes the last legal move.
var last = muggins.DecideFunc(func(_ context.Context, turn *muggins.Turn) (string, error) {
	return turn.LegalMoves[len(turn.LegalMoves)-1], nil
})

func TestItSaysWhoItIs(t *testing.T) {
	r := serve(t)
	connect(t, r, last)
	s := r.session(t)
	hello := s.welcome().Hello
	if s.token != "Bearer secret" || hello.BotVersion != "test" || hello.MaxMatches != 8 || len(hello.Features) != 3 {
		t.Errorf("%q %v", s.token, hello)
	}
}

func TestTurnsThatAreDecidedTogetherAreAnsweredTogether(t *testing.T) {
	const count = 512
	r := serve(t)
	connect(t, r, last)
	s := r.session(t)
	s.welcome()
	response := &pb.PlayResponse{}
	for id := range uint64(count) {
		response.Turns = append(response.Turns, turn(id+1, 1))
	}
	s.send(response)
	moves, messages := s.answers(count)
	if moves[1] != "6-6" || messages > count/8 { // one message, but for a machine that is very busy
		t.Errorf("%d messages, %v", messages, moves)
	}
}

func TestASlowDecisionHoldsUpNothing(t *testing.T) {
	release := make(chan struct{})
	bot := muggins.DecideFunc(func(_ context.Context, turn *muggins.Turn) (string, error) {
		if turn.TurnId == 1 {
			<-release
		}
		return turn.LegalMoves[0], nil
	})
	r := serve(t)
	connect(t, r, bot)
	s := r.session(t)
	s.welcome()
	s.send(&pb.PlayResponse{Turns: []*pb.Turn{turn(1, 1), turn(2, 9)}})
	if moves, _ := s.answers(1); moves[2] == "" {
		t.Errorf("%v came first", moves)
	}
	close(release)
	if moves, _ := s.answers(1); moves[1] == "" {
		t.Errorf("%v came then", moves)
	}
}

func TestTheEarliestDeadlineIsDecidedFirst(t *testing.T) {
	var order []uint64
	begin := make(chan struct{})
	bot := muggins.DecideFunc(func(_ context.Context, turn *muggins.Turn) (string, error) {
		<-begin
		order = append(order, turn.TurnId)
		return turn.LegalMoves[0], nil
	})
	player := muggins.NewPlayer(bot, muggins.Profile{Thinkers: 1}, quiet())
	player.Take(&pb.PlayResponse{Turns: []*pb.Turn{turn(1, 5)}})
	player.Take(&pb.PlayResponse{Turns: []*pb.Turn{turn(2, 9), turn(3, 2), turn(4, 7)}})
	close(begin)
	for answered := 0; answered < 4; {
		<-player.Ready()
		answered += len(player.Collect().GetDecisions())
	}
	if slices.Index(order, 3) > slices.Index(order, 4) || slices.Index(order, 4) > slices.Index(order, 2) {
		t.Errorf("decided in the order %v", order)
	}
}

func TestWhatFailsIsLeftToItsClock(t *testing.T) {
	bot := muggins.DecideFunc(func(_ context.Context, turn *muggins.Turn) (string, error) {
		switch turn.TurnId {
		case 1:
			panic("no idea")
		case 2:
			return "", errors.New("no idea")
		default:
			return turn.LegalMoves[0], nil
		}
	})
	r := serve(t)
	connect(t, r, bot)
	s := r.session(t)
	s.welcome()
	s.send(&pb.PlayResponse{Turns: []*pb.Turn{turn(1, 1), turn(2, 2), turn(3, 3)}})
	if moves, _ := s.answers(1); len(moves) != 1 || moves[3] != "6-4" {
		t.Errorf("%v", moves)
	}
}

func TestPendingTurnsAreAnsweredAfterAReconnection(t *testing.T) {
	r := serve(t)
	connect(t, r, last)
	first := r.session(t)
	first.welcome()
	first.send(&pb.PlayResponse{Starts: []*pb.MatchStart{{MatchId: "m"}}})
	promised := first.receive().Ready[0].EntropyCommitment
	first.over <- status.Error(codes.Unavailable, "a bad line")

	second := r.session(t)
	second.welcome("m")
	second.send(&pb.PlayResponse{Starts: []*pb.MatchStart{{MatchId: "m"}}, Turns: []*pb.Turn{turn(7, 1)}})
	var ready []*pb.Ready
	for moves := ""; moves == ""; {
		request := second.receive()
		ready = append(ready, request.Ready...)
		for _, decision := range request.Decisions {
			moves = decision.Move
		}
	}
	if len(ready) != 1 || !bytes.Equal(ready[0].EntropyCommitment, promised) {
		t.Errorf("it promised %x, and then %v", promised, ready)
	}
}

func TestItRevealsOnlyWhatIsShownAsItsOwn(t *testing.T) {
	r := serve(t)
	connect(t, r, last)
	s := r.session(t)
	s.welcome()
	s.send(&pb.PlayResponse{Starts: []*pb.MatchStart{{MatchId: "m", Seat: 1}}})
	promised := s.receive().Ready[0].EntropyCommitment

	s.send(&pb.PlayResponse{Commitments: []*pb.Commitments{
		{MatchId: "m", EntropyCommitments: [][]byte{promised, nil}}, {MatchId: "stranger"},
	}})
	if reveals := s.receive().Reveals; len(reveals) != 1 || len(reveals[0].Entropy) != 0 {
		t.Errorf("it revealed %v to another's commitment", reveals)
	}
	s.send(&pb.PlayResponse{Commitments: []*pb.Commitments{{MatchId: "m", EntropyCommitments: [][]byte{nil, promised}}}})
	if reveals := s.receive().Reveals; !bytes.Equal(fair.Commitment(reveals[0].Entropy), promised) {
		t.Errorf("it revealed %v", reveals)
	}
}

func TestItAnswersPings(t *testing.T) {
	r := serve(t)
	connect(t, r, last)
	s := r.session(t)
	s.welcome()
	s.send(&pb.PlayResponse{Ping: &pb.Ping{Nonce: 5}})
	if pong := s.receive().Pong; pong.GetNonce() != 5 {
		t.Errorf("%v", pong)
	}
}

func TestAGoodbyeFinishesWhatRuns(t *testing.T) {
	r := serve(t)
	connection, code := connect(t, r, last)
	s := r.session(t)
	s.welcome()
	s.send(&pb.PlayResponse{Starts: []*pb.MatchStart{{MatchId: "m"}}})
	s.receive()
	if running := connection.Leave(); running != 1 {
		t.Errorf("%d matches run", running)
	}
	if s.receive().Goodbye == nil {
		t.Error("it says no goodbye")
	}
	s.send(&pb.PlayResponse{Turns: []*pb.Turn{turn(1, 1)}})
	s.answers(1)
	s.send(&pb.PlayResponse{Ends: []*pb.MatchEnd{{MatchId: "m"}}})
	exits(t, code, muggins.ExitOK)
}

func TestItStopsWhereComingBackWouldNotHelp(t *testing.T) {
	for _, refusal := range []codes.Code{codes.Unauthenticated, codes.PermissionDenied} {
		r := serve(t)
		_, code := connect(t, r, last)
		r.session(t).over <- status.Error(refusal, "no such token")
		exits(t, code, muggins.ExitRefused)
	}
}

func TestItStopsWhenANewerSessionHasTakenOver(t *testing.T) {
	r := serve(t)
	_, code := connect(t, r, last)
	s := r.session(t)
	s.welcome()
	s.send(&pb.PlayResponse{Notices: []*pb.Notice{{Kind: pb.NoticeKind_NOTICE_KIND_SUPERSEDED}}})
	exits(t, code, muggins.ExitSuperseded)
}

// diary hears everything.
type diary struct {
	muggins.Bot
	heard chan string
	seed  []byte
}

func (d *diary) MatchStarted(start *pb.MatchStart) { d.heard <- "start " + start.MatchId }
func (d *diary) Noticed(notice *pb.Notice)         { d.heard <- "notice " + notice.Text }
func (d *diary) MatchEnded(end *muggins.Ending) {
	d.seed = end.Seed
	d.heard <- "end " + end.MatchId
}

func TestABotHearsOfItsMatches(t *testing.T) {
	bot := &diary{Bot: last, heard: make(chan string, 3)}
	player := muggins.NewPlayer(bot, muggins.Profile{}, quiet())
	player.Take(&pb.PlayResponse{
		Starts:  []*pb.MatchStart{{MatchId: "m"}},
		Notices: []*pb.Notice{{Text: "late"}},
		Ends:    []*pb.MatchEnd{{MatchId: "m", ServerSeed: make([]byte, 32), Entropies: [][]byte{nil, nil}}},
	})
	for _, want := range []string{"start m", "notice late", "end m"} {
		if got := <-bot.heard; got != want {
			t.Errorf("it heard %q, not %q", got, want)
		}
	}
	if want := fair.MatchSeed(make([]byte, 32), [][]byte{nil, nil}); !bytes.Equal(bot.seed, want) {
		t.Errorf("the seed is %x, not %x", bot.seed, want)
	}
}
