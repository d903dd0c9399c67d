#include "session.h"

#include <atomic>
#include <thread>

#include "muggins/v1/play.grpc.pb.h"

namespace muggins {

grpc::Status play(Table& table, const std::shared_ptr<grpc::Channel>& channel, const std::string& token,
                  std::chrono::nanoseconds grace) {
    grpc::ClientContext context;
    context.AddMetadata("authorization", "Bearer " + token);
    auto stream = v1::PlayService::NewStub(channel)->Play(&context);
    stream->Write(table.with([](Player& player) { return player.hello(); }));
    std::atomic<bool> ended = false;
    std::thread reader([&] {
        for (v1::PlayResponse response; stream->Read(&response);) table.take(std::move(response));
        ended = true;
        table.wake();
    });
    while (auto ready = table.next_message(ended, grace)) {
        stream->Write(*ready);  // if the stream has ended, the reader will know
    }
    bool by_us = !ended;
    if (by_us) {
        stream->WritesDone();
        context.TryCancel();
    }
    reader.join();
    grpc::Status status = stream->Finish();
    return by_us ? grpc::Status::OK : status;
}

}  // namespace muggins
