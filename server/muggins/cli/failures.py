"""What may go wrong, and the one line that is said about it."""

import grpc
from pydantic import ValidationError

from muggins.cli.say import Failure
from muggins.games.base import OptionError
from muggins.listen import ListenError
from muggins.store.errors import StoreError
from muggins.web.serving import WebListenError
from muggins_tournaments import EventError


def line_of(error: Exception) -> str | None:
    """The line for an error that was to be expected; None for a bug, which shows itself whole."""
    if isinstance(error, grpc.aio.AioRpcError):
        return _rpc(error)
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        return f"{'.'.join(map(str, first['loc']))} is {first['input']!r}: {first['msg']}"
    if isinstance(error, Failure | ListenError | WebListenError | OptionError | StoreError | EventError):
        return str(error)
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error)
    return None


def _rpc(error: grpc.aio.AioRpcError) -> str:
    """Our servers compose their texts for people; only that nobody answers is told by gRPC itself."""
    if error.code() is grpc.StatusCode.UNAVAILABLE:
        return "the server does not answer: " + (error.details() or "nobody knows why").rpartition(": ")[2]
    return error.details() or f"the server said {error.code().name}"
