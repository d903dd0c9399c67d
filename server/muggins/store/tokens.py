"""Who may do what: tokens of 256 bits, shown once and stored as a hash, that can be revoked."""

import secrets
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from hashlib import sha256

from sqlalchemy import Connection, insert, select, update

from muggins.store.models import bots, tokens

PREFIX = "mug_"  # lets people, and scanners for leaked secrets, see what it is


class Role(StrEnum):
    """What a token opens."""

    OWNER = "owner"  # one bot: its sessions and the logs of its own seat
    ORGANISER = "organiser"  # events and bots


@dataclass(frozen=True, slots=True)
class Identity:
    """Who holds a token."""

    role: Role
    owner: str
    bot_id: int | None = None
    bot: str = ""  # its name; empty for an organiser


def _hash(token: str) -> bytes:
    # No salt and no slow hash: the tokens are random, so there is nothing to guess.  A token is looked up by its hash,
    # and how long that takes tells nothing of use: who does not know the token cannot choose how its hash begins.
    return sha256(token.encode("utf-8", "surrogatepass")).digest()


def issue(conn: Connection, role: Role, owner: str, at: datetime, bot_id: int | None = None) -> str:
    """A new token.  It is not stored, so this is the one time that it can be shown."""
    token = PREFIX + secrets.token_urlsafe(32)
    conn.execute(insert(tokens).values(role=role, owner=owner, bot_id=bot_id, hash=_hash(token), created_at=at))
    return token


def authenticate(conn: Connection, token: str) -> Identity | None:
    """Who holds the token; None where it is unknown or revoked."""
    row = conn.execute(
        select(tokens.c.role, tokens.c.owner, tokens.c.bot_id, bots.c.name)
        .outerjoin(bots, bots.c.id == tokens.c.bot_id)
        .where(tokens.c.hash == _hash(token), tokens.c.revoked_at.is_(None))
    ).one_or_none()
    return row and Identity(Role(row.role), row.owner, row.bot_id, row.name or "")


def revoke(conn: Connection, bot_id: int, at: datetime) -> None:
    """All tokens of the bot are worth nothing from now on."""
    conn.execute(update(tokens).where(tokens.c.bot_id == bot_id, tokens.c.revoked_at.is_(None)).values(revoked_at=at))


def revoke_organisers(conn: Connection, at: datetime) -> None:
    """All tokens of organisers are worth nothing from now on."""
    conn.execute(
        update(tokens).where(tokens.c.role == Role.ORGANISER, tokens.c.revoked_at.is_(None)).values(revoked_at=at)
    )
