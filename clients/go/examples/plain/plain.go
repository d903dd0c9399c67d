// A bot without the kit, from the generated stubs alone: plain ADDRESS TOKEN
package main

import (
	"context"
	"log"
	"math/rand/v2"
	"os"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"

	pb "muggins.example/muggins/mugginsv1"
)

func main() {
	channel, err := grpc.NewClient(os.Args[1], grpc.WithTransportCredentials(insecure.NewCredentials()))
	check(err)
	ctx := metadata.AppendToOutgoingContext(context.Background(), "authorization", "Bearer "+os.Args[2])
	stream, err := pb.NewPlayServiceClient(channel).Play(ctx)
	check(err)
	check(stream.Send(&pb.PlayRequest{Hello: &pb.Hello{BotVersion: "plain", MaxMatches: 4}}))
	for {
		response, err := stream.Recv()
		check(err)
		request := &pb.PlayRequest{}
		for _, turn := range response.Turns {
			move := turn.LegalMoves[rand.IntN(len(turn.LegalMoves))]
			request.Decisions = append(request.Decisions, &pb.Decision{TurnId: turn.TurnId, Move: move})
		}
		if len(request.Decisions) > 0 {
			check(stream.Send(request))
		}
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
