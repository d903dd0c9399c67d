"""The server's seeds: sealed before the first deal, opened when the match is over.

A module of its own, which the pages for people cannot import: a seed that leaked would show every hand to come.
"""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Column, Connection, ForeignKey, LargeBinary, String, Table, bindparam, insert, select, update

from muggins.store.models import Moment, metadata

seeds = Table(
    "seeds",
    metadata,
    Column("match_id", String(16), ForeignKey("matches.id"), primary_key=True),
    Column("server_seed", LargeBinary(32), nullable=False),
    Column("opened_at", Moment),
)


_SEAL = insert(seeds)
_UNSEAL = update(seeds).where(seeds.c.match_id == bindparam("of_match"))


def seal(conn: Connection, match_id: str, server_seed: bytes) -> None:
    conn.execute(_SEAL, {"match_id": match_id, "server_seed": server_seed})


def unseal(conn: Connection, match_ids: Sequence[str], at: datetime) -> None:
    """From now on the seeds of these matches may be shown.  Void attempts too: no deal is thrown away unseen."""
    conn.execute(_UNSEAL, [{"of_match": match_id, "opened_at": at} for match_id in match_ids])


def opened(conn: Connection, match_id: str) -> bytes | None:
    """The server's 32 bytes, or None while they are sealed."""
    seed: bytes | None = conn.scalar(
        select(seeds.c.server_seed).where(seeds.c.match_id == match_id, seeds.c.opened_at.is_not(None))
    )
    return seed
