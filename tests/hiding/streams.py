"""Both ends of a call without a transport: what a service writes is bytes, exactly those that would travel."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, NamedTuple

import grpc

from muggins.api.errors import ErrorInterceptor


class Status(NamedTuple):
    """How a call was refused."""

    code: grpc.StatusCode
    text: str


class Details(grpc.HandlerCallDetails):
    """Which method is called."""

    def __init__(self, method: str) -> None:
        self.method = method
        self.invocation_metadata = ()


class Call:
    """The context of a call: who calls, and what is told."""

    def __init__(self, token: str = "") -> None:
        self.status: Status | None = None
        self._metadata = (("authorization", f"Bearer {token}"),) if token else ()

    def invocation_metadata(self) -> tuple[tuple[str, str], ...]:
        return self._metadata

    async def abort(self, code: grpc.StatusCode, details: str = "") -> None:
        self.status = Status(code, details)
        raise grpc.aio.AbortError


class Stream(Call):
    """The context of a Play stream, with the bot's end of it."""

    def __init__(self, token: str, hear: Callable[[bytes], None]) -> None:
        super().__init__(token)
        self._hear = hear
        self._said: asyncio.Queue[Any] = asyncio.Queue()

    async def read(self) -> Any:
        return await self._said.get()

    async def write(self, message: bytes) -> None:
        self._hear(message)

    def say(self, message: bytes) -> None:
        self._said.put_nowait(message)

    def hang_up(self) -> None:
        self._said.put_nowait(grpc.aio.EOF)  # type: ignore[attr-defined]  # the stubs lack it


class Front:
    """Takes the place of a server: it is given services, stands its interceptor round them, and calls them."""

    def __init__(self) -> None:
        self._handlers: dict[str, Any] = {}

    def add_generic_rpc_handlers(self, handlers: Any) -> None:
        """Only the other way of registering is looked at."""

    def add_registered_method_handlers(self, service: str, handlers: dict[str, Any]) -> None:
        self._handlers |= handlers

    async def handler(self, method: str) -> Any:
        async def found(_: Any) -> Any:
            return self._handlers[method]

        return await ErrorInterceptor().intercept_service(found, Details(method))

    async def ask(self, method: str, request: Any, token: str = "") -> bytes | Status | None:
        """One answer, as bytes, or how it was refused."""
        handler, call = await self.handler(method), Call(token)
        try:
            answer: bytes = handler.response_serializer(await handler.unary_unary(request.SerializeToString(), call))
        except grpc.aio.AbortError:
            return call.status
        return answer

    async def stream(self, method: str, request: Any, token: str = "") -> AsyncIterator[bytes | Status | None]:
        """All answers, as bytes, and last how the call was refused, if it was."""
        handler, call = await self.handler(method), Call(token)
        try:
            async for answer in handler.unary_stream(request.SerializeToString(), call):
                yield handler.response_serializer(answer)
        except grpc.aio.AbortError:
            yield call.status
