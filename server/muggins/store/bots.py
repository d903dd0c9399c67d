"""Registered competitors and the versions they played in."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, Select, insert, select, update

from muggins.store import names, tokens
from muggins.store.errors import NameTaken, NotFound
from muggins.store.models import bot_versions, bots
from muggins.store.paging import Page, decode, page_of, page_size


@dataclass(frozen=True, slots=True)
class Bot:
    """A competitor.  Its name stays taken for ever, and its rating belongs to the name."""

    id: int
    name: str
    owner: str
    house: bool
    matches: int  # with a result
    created_at: datetime
    retired_at: datetime | None
    version: str  # that it last said hello with; empty where it said none


def _bots() -> Select[Any]:
    last = (
        select(bot_versions.c.version)
        .where(bot_versions.c.bot_id == bots.c.id)
        .order_by(bot_versions.c.last_seen_at.desc(), bot_versions.c.id.desc())
        .limit(1)
        .scalar_subquery()
    )
    return select(bots, last.label("version"))


def _bot(row: Row[Any]) -> Bot:
    return Bot(row.id, row.name, row.owner, row.house, row.matches, row.created_at, row.retired_at, row.version or "")


def add(conn: Connection, name: str, owner: str, at: datetime, *, house: bool = False) -> tuple[Bot, str]:
    """Register a bot.  Returns it and its token.  Raises BadName or NameTaken."""
    name, owner = names.bot_name(name), names.owner_name(owner)
    key = names.key(name)
    if conn.scalar(select(bots.c.id).where(bots.c.key == key)) is not None:
        raise NameTaken(name=name)
    conn.execute(insert(bots).values(name=name, key=key, owner=owner, house=house, created_at=at))
    bot = get(conn, name)
    return bot, tokens.issue(conn, tokens.Role.OWNER, owner, at, bot.id)


def get(conn: Connection, name: str) -> Bot:
    """The bot of that name, in any case.  Raises NotFound."""
    row = conn.execute(_bots().where(bots.c.key == names.key(name))).one_or_none()
    if row is None:
        raise NotFound(what="bot", name=name)
    return _bot(row)


def names_of(conn: Connection, bot_ids: Sequence[int]) -> dict[int, str]:
    """What the bots with these keys are called."""
    if not bot_ids:
        return {}
    return {row.id: row.name for row in conn.execute(select(bots.c.id, bots.c.name).where(bots.c.id.in_(bot_ids)))}


def page(conn: Connection, size: int = 0, token: str = "") -> Page[Bot]:
    """All bots by name.  Raises BadPageToken."""
    size = page_size(size)
    query = _bots().order_by(bots.c.key).limit(size + 1)
    if token:
        (after,) = decode(token, str)
        query = query.where(bots.c.key > after)
    return page_of([_bot(row) for row in conn.execute(query)], size, lambda bot: [names.key(bot.name)])


def rotate(conn: Connection, name: str, at: datetime) -> str:
    """A new token; the old ones are revoked.  Raises NotFound, for a retired bot too."""
    bot = get(conn, name)
    if bot.retired_at is not None:
        raise NotFound(what="active bot", name=name)
    tokens.revoke(conn, bot.id, at)
    return tokens.issue(conn, tokens.Role.OWNER, bot.owner, at, bot.id)


def retire(conn: Connection, name: str, at: datetime) -> Bot:
    """The bot plays no more; its name stays taken and its history stays.  Raises NotFound."""
    bot = get(conn, name)
    tokens.revoke(conn, bot.id, at)
    conn.execute(update(bots).where(bots.c.id == bot.id, bots.c.retired_at.is_(None)).values(retired_at=at))
    return get(conn, name)


def record_version(conn: Connection, bot_id: int, version: str, at: datetime) -> int:
    """The key of this version of the bot, which is seen now.  Raises BadName."""
    version = names.version_name(version)
    here = (bot_versions.c.bot_id == bot_id) & (bot_versions.c.version == version)
    if conn.execute(update(bot_versions).where(here).values(last_seen_at=at)).rowcount == 0:
        conn.execute(insert(bot_versions).values(bot_id=bot_id, version=version, first_seen_at=at, last_seen_at=at))
    number: int = conn.execute(select(bot_versions.c.id).where(here)).scalar_one()
    return number
