"""The store's own tables, in memory: each run of a match is one transaction, which leaves nothing behind."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from typing import TypeVar

from sqlalchemy import Connection, Engine, StaticPool, create_engine, select

from muggins.referee.live import MatchSpec
from muggins.referee.outcome import Outcome, Slot
from muggins.store import bots, tournaments
from muggins.store.ledger import write_end, write_start
from muggins.store.models import metadata
from muggins.store.seeds import seeds

T = TypeVar("T")
NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
EVENT = "The cup"


@cache
def _engine(game: str, names: Sequence[str]) -> Engine:
    """A database with the bots of a match and their event."""
    engine = create_engine("sqlite://", poolclass=StaticPool)
    metadata.create_all(engine)
    if names:
        with engine.begin() as conn:
            _add_event(conn, game, names)
    return engine


def _add_event(conn: Connection, game: str, names: Sequence[str]) -> None:
    ids = [bots.add(conn, name, f"owner of {name}", NOON)[0].id for name in names]
    new = tournaments.NewTournament(
        name=EVENT,
        definition="",
        format="round-robin",
        game=game,
        seats=len(names),
        pool=f"{game}/{len(names)}",
        total=1,
        entrants=tuple(ids),
    )
    tournaments.create(conn, new, NOON)


class Shelf:
    """What a service reads from.  ``read`` is that of a Database."""

    def __init__(self, conn: Connection) -> None:
        self.conn = conn

    def read(self, query: Callable[[Connection], T]) -> T:
        return query(self.conn)

    def begin(self, spec: MatchSpec) -> None:
        """Write down that the match starts."""
        event = tournaments.get(self.conn, EVENT)
        write_start(self.conn, spec, Slot(event.id, 0), ["1"] * spec.rules.seats, NOON)

    def end(self, outcome: Outcome) -> dict[str, tuple[float, float]]:
        return dict(write_end(self.conn, outcome))

    def rows(self) -> bytes:
        """Everything that is stored but sealed seeds and hashed tokens, which differ by themselves."""
        tables = [table for table in metadata.sorted_tables if table.name not in (seeds.name, "tokens")]
        found: list[tuple[str, Sequence[object]]] = [(t.name, self.conn.execute(select(t)).all()) for t in tables]
        return repr(found).encode()


@contextmanager
def shelf(game: str = "", names: Sequence[str] = ()) -> Iterator[Shelf]:
    """A shelf for a match of these bots; without any, an empty one."""
    with _engine(game, tuple(names)).connect() as conn:
        yield Shelf(conn)
        conn.rollback()
