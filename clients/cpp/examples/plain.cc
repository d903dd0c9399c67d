// A bot without the kit, from the generated stubs alone: plain ADDRESS TOKEN

#include <grpcpp/grpcpp.h>

#include <iostream>
#include <random>
#include <string>

#include "muggins/v1/play.grpc.pb.h"

using namespace muggins::v1;

int main(int, char** argv) {
    grpc::ClientContext context;
    context.AddMetadata("authorization", std::string("Bearer ") + argv[2]);
    auto channel = grpc::CreateChannel(argv[1], grpc::InsecureChannelCredentials());
    auto stream = PlayService::NewStub(channel)->Play(&context);
    PlayRequest first;
    first.mutable_hello()->set_bot_version("plain");
    first.mutable_hello()->set_max_matches(4);
    stream->Write(first);
    std::mt19937 generator{std::random_device{}()};
    for (PlayResponse response; stream->Read(&response);) {
        PlayRequest request;
        for (const Turn& turn : response.turns()) {
            std::uniform_int_distribution<int> any(0, turn.legal_moves_size() - 1);
            Decision& decision = *request.add_decisions();
            decision.set_turn_id(turn.turn_id());
            decision.set_move(turn.legal_moves(any(generator)));
        }
        if (request.decisions_size() > 0) stream->Write(request);
    }
    grpc::Status status = stream->Finish();
    if (!status.ok()) std::cerr << status.error_message() << "\n";
    return status.ok() ? 0 : 1;
}
