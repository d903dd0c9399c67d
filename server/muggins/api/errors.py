"""What may go wrong, and what a caller is told.  Only texts that we composed ourselves leave the process."""

import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import grpc
from google.protobuf.message import DecodeError

from muggins.api.limits import TooMany
from muggins.director.errors import DirectorError
from muggins.games.base import OptionError
from muggins.store import errors
from muggins_tournaments import EventError

log = logging.getLogger(__name__)

MAX_TEXT = 512  # bytes; a longer status text breaks the call (grpc#37852)
Code = grpc.StatusCode


class Denied(Exception):
    """The caller may not do this, or did not say who it is."""

    def __init__(self, text: str, *, unknown: bool = False) -> None:
        super().__init__(text)
        self.code = Code.UNAUTHENTICATED if unknown else Code.PERMISSION_DENIED


class BadRequest(Exception):
    """A field of the request has an impossible value; the text says which are allowed."""


STATUSES: tuple[tuple[type[Exception], grpc.StatusCode], ...] = (
    (errors.NotFound, Code.NOT_FOUND),
    (errors.DamagedLog, Code.DATA_LOSS),
    (errors.NameTaken, Code.ALREADY_EXISTS),
    (errors.BadName, Code.INVALID_ARGUMENT),
    (errors.BadPageToken, Code.INVALID_ARGUMENT),
    (errors.CannotEnter, Code.FAILED_PRECONDITION),
    (errors.WrongState, Code.FAILED_PRECONDITION),
    (errors.NotYet, Code.FAILED_PRECONDITION),
    (errors.WriterClosed, Code.UNAVAILABLE),
    (errors.Unreachable, Code.UNAVAILABLE),
    (errors.Uncomputed, Code.UNAVAILABLE),
    (DirectorError, Code.FAILED_PRECONDITION),
    (EventError, Code.INVALID_ARGUMENT),
    (OptionError, Code.INVALID_ARGUMENT),
    (BadRequest, Code.INVALID_ARGUMENT),
    (TooMany, Code.RESOURCE_EXHAUSTED),
)


def status_of(error: Exception) -> tuple[grpc.StatusCode, str]:
    """The status and text for an error; of one that nobody expected, only a number that the log has too."""
    if isinstance(error, Denied):
        return error.code, cut(str(error))
    for kind, code in STATUSES:
        if isinstance(error, kind):
            return code, cut(str(error))
    correlation = secrets.token_hex(6)
    log.error("internal error %s", correlation, exc_info=error)
    return Code.INTERNAL, f"internal error {correlation}"


def cut(text: str) -> str:
    data = text.encode()
    return text if len(data) <= MAX_TEXT else data[: MAX_TEXT - 3].decode(errors="ignore") + "..."


class ErrorInterceptor(grpc.aio.ServerInterceptor):  # type: ignore[type-arg]  # generic in the stubs alone
    """Stands round every handler of every service but Play, which tells its bots itself."""

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Any]],
        details: grpc.HandlerCallDetails,
    ) -> Any:
        handler = await continuation(details)
        if handler is None or (handler.request_streaming and handler.response_streaming):
            return handler
        if handler.response_streaming:
            stream = _streaming(handler.unary_stream, handler.request_deserializer)
            return grpc.unary_stream_rpc_method_handler(stream, response_serializer=handler.response_serializer)
        single = _single(handler.unary_unary, handler.request_deserializer)
        return grpc.unary_unary_rpc_method_handler(single, response_serializer=handler.response_serializer)


def _read(parse: Callable[[bytes], Any], data: bytes) -> Any:
    """The request.  We parse it ourselves: gRPC would send the text of what is wrong with it."""
    try:
        return parse(data)
    except DecodeError:
        raise BadRequest("the request could not be read") from None


def _single(inner: Callable[..., Awaitable[Any]], parse: Callable[[bytes], Any]) -> Callable[..., Awaitable[Any]]:
    async def call(data: bytes, context: Any) -> Any:
        try:
            return await inner(_read(parse, data), context)
        except Exception as error:
            if _is_abort(error):
                raise
            await context.abort(*status_of(error))

    return call


def _streaming(
    inner: Callable[..., AsyncIterator[Any]], parse: Callable[[bytes], Any]
) -> Callable[..., AsyncIterator[Any]]:
    async def call(data: bytes, context: Any) -> AsyncIterator[Any]:
        try:
            async for response in inner(_read(parse, data), context):
                yield response
        except Exception as error:
            if _is_abort(error):
                raise
            await context.abort(*status_of(error))

    return call


def _is_abort(error: Exception) -> bool:
    """Whether a handler has ended the call itself."""
    return isinstance(error, grpc.aio.AbortError)
