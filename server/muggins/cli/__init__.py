"""The command line: one file a verb.  It is a stable interface; docs/cli.md describes it."""

import os
import sys
from collections.abc import Sequence
from typing import Final, NoReturn

INTERRUPTED: Final = 130


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Run a command, by default that of the command line, and exit: with 0 only on success."""
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # read on import; its C++ half writes lines of its own beside ours
    try:
        from muggins.cli.main import run  # half a second, in which people may change their mind, too

        sys.exit(run(argv))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
