// One stream, from hello to its end.
#pragma once

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <memory>
#include <string>

#include "table.h"

namespace muggins {

// Play until the stream ends, or there is a reason to end it; the status is OK when it ended well. After a goodbye, and
// with no match left, the server has `grace` to end the stream.
grpc::Status play(Table& table, const std::shared_ptr<grpc::Channel>& channel, const std::string& token,
                  std::chrono::nanoseconds grace);

}  // namespace muggins
