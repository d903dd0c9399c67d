"""What is special about SQLite: how a connection is set up, and whether a file is ours at all."""

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event

from muggins.store.errors import NotOurDatabase, OpenError

APPLICATION_ID = 0x4D55_4747  # "MUGG"; in the header of the file, where file(1) can see it
BUSY_MS = 1000  # nobody but an outside tool ever holds the lock


def check_ours(path: Path) -> None:
    """Raises NotOurDatabase, and changes nothing, unless the file is missing, empty, or ours."""
    if not path.exists():
        return
    try:
        conn = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None)
        try:
            (application_id,) = conn.execute("PRAGMA application_id").fetchone()
            (objects,) = conn.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        finally:
            conn.close()
    except sqlite3.OperationalError as error:
        raise OpenError(database=path, reason=error) from None
    except sqlite3.DatabaseError:
        raise NotOurDatabase(database=path) from None
    if application_id != APPLICATION_ID and (application_id or objects):
        raise NotOurDatabase(database=path)


def mark_ours(conn: Connection) -> None:
    conn.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")


def engine(path: Path, *, writes: bool, migrates: bool = False) -> Engine:
    """An engine whose connections write, each transaction from its BEGIN on, or read and cannot write.

    A migration replaces tables that others point to, which SQLite allows only while it does not check that.
    """
    made = create_engine(URL.create("sqlite", database=str(path)), pool_size=1 if writes else 5)
    pragmas = [f"busy_timeout = {BUSY_MS}", f"foreign_keys = {'OFF' if migrates else 'ON'}", "synchronous = FULL"]
    pragmas.append("journal_mode = WAL" if writes else "query_only = ON")
    # A transaction that reads first and then writes would fail at once, whatever the timeout.
    begin = "BEGIN IMMEDIATE" if writes else "BEGIN"

    @event.listens_for(made, "connect")
    def set_up(connection: sqlite3.Connection, record: Any) -> None:
        connection.isolation_level = None  # the driver begins and commits nothing by itself
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(made, "begin")
    def start(conn: Connection) -> None:
        conn.exec_driver_sql(begin)

    return made
