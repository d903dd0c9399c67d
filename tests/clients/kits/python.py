import sys

from tests.clients.kits.kit import Kit

KIT = Kit(
    language="python",
    tools=(),
    build=(),
    test=None,  # they are the other tests of this folder
    house=(sys.executable, "-m", "muggins_bot.house"),
    plain=(sys.executable, "examples/plain_bot.py"),
)
