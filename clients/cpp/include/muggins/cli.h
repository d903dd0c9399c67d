// The command line of a bot.
#pragma once

#include <memory>

#include "muggins/bot.h"

namespace muggins {

// Play until the server or a signal ends it; returns the exit code for the process.
//
// SIGINT or SIGTERM says goodbye and lets the running matches finish; a second one ends the process at once.
int run(std::shared_ptr<Bot> bot, int argc, char** argv);

}  // namespace muggins
