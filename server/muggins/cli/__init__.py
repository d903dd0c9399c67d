"""The command line: one file a verb.  It is a stable interface; docs/cli.md describes it."""

from muggins.cli.main import main

__all__ = ["main"]
