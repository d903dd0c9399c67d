"""Being told to stop, by Ctrl-C or by whatever runs the process."""

import asyncio
import signal


def asked_to_stop() -> asyncio.Event:
    """Set once somebody asks the process to stop, which from now on stops nothing by itself."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for each in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(each, stop.set)
    return stop
