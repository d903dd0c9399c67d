"""What every answer says about how it may be used, and what no request may bring along."""

from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
SAFE: Final = ("GET", "HEAD")
LONGEST_HEAD: Final = 16 * 1024  # bytes of all headers together


class Guard:
    """Around the whole site: these headers on every answer; no method but SAFE ones, and no body."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-cache")
            await send(message)

        refusal = _refusal(scope["method"], Headers(scope=scope))
        await (refusal or self._app)(scope, receive, guarded)


def _refusal(method: str, headers: Headers) -> PlainTextResponse | None:
    """Nothing here is changed from a browser, so no request has a reason to carry anything."""
    if method not in SAFE:
        return PlainTextResponse("These pages are only to be read.\n", 405, {"allow": ", ".join(SAFE)})
    if headers.get("content-length", "0") != "0" or "transfer-encoding" in headers:
        return PlainTextResponse("A request for a page has no body.\n", 413, {"connection": "close"})
    if sum(len(name) + len(value) for name, value in headers.raw) > LONGEST_HEAD:
        return PlainTextResponse("The headers of that request are too long.\n", 431, {"connection": "close"})
    return None
