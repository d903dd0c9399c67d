"""Ratings by all results together without a process of their own, for what only asks for them."""

from typing import Protocol

from sqlalchemy import Connection

from muggins.store.commission import Commission
from muggins.store.reckoning import compute
from muggins.store.strengths import Computed, Scope


class Store(Protocol):
    """What the lists are computed from."""

    conn: Connection


class AtOnce:
    """Computes each list when it is asked for."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def newest(self, scope: Scope) -> Computed | None:
        found = await self.since(scope)
        return found if found.results else None

    async def since(self, scope: Scope) -> Computed:
        return compute(self._store.conn, Commission("", scope, {}))
