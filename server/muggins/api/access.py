"""Who calls: the token of a call, and what it opens."""

from collections.abc import Awaitable, Callable
from typing import Any

from muggins.api.errors import Denied
from muggins.store.tokens import Identity, Role

Whois = Callable[[str], Awaitable[Identity | None]]


def token_of(context: Any) -> str:
    """The bearer token in a call's metadata; empty where there is none."""
    for key, value in context.invocation_metadata() or ():
        if key == "authorization" and isinstance(value, str) and value[:7].lower() == "bearer ":
            return value[7:].strip()
    return ""


class Access:
    """Tells callers apart.  Reading is for everybody; each method here guards something that is not."""

    def __init__(self, whois: Whois) -> None:
        self._whois = whois

    async def caller(self, context: Any) -> Identity | None:
        """Who calls; None for somebody without a token.  Raises Denied for a token that opens nothing."""
        token = token_of(context)
        if not token:
            return None
        identity = await self._whois(token)
        if identity is None:
            raise Denied("the token is unknown or was revoked", unknown=True)
        return identity

    async def organiser(self, context: Any) -> Identity:
        identity = await self.caller(context)
        if identity is None:
            raise Denied("this needs the organiser's token", unknown=True)
        if identity.role != Role.ORGANISER:
            raise Denied("this needs the organiser's token")
        return identity

    async def reads_all(self, context: Any) -> bool:
        """Whether the caller may read what is closed to others.  What everybody may read, a bad token may too."""
        token = token_of(context)
        identity = await self._whois(token) if token else None
        return identity is not None and identity.role == Role.ORGANISER

    async def owner_of(self, context: Any, bot: str) -> Identity:
        """The organiser, or the bot itself."""
        identity = await self.caller(context)
        if identity is None:
            raise Denied("this needs the bot's token or the organiser's", unknown=True)
        if identity.role != Role.ORGANISER and identity.bot.casefold() != bot.casefold():
            raise Denied(f"this token is not that of {bot!r}")
        return identity

    async def bot(self, context: Any) -> Identity:
        """A bot that opens a session."""
        identity = await self.caller(context)
        if identity is None:
            raise Denied("a session needs the bot's token: authorization: Bearer ...", unknown=True)
        if identity.role != Role.OWNER or not identity.bot:
            raise Denied("a session needs a bot's token, and this one is the organiser's")
        return identity
