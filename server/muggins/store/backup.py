"""Backup and restore, while matches run and from one kind of database to the other."""

import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Column, Connection, DateTime, LargeBinary, MetaData, Table, func, insert, inspect, select, text

from muggins.store import backup_file, schema
from muggins.store.backup_file import BackupFile, Manifest
from muggins.store.check import check
from muggins.store.database import look, make, mark_ours
from muggins.store.errors import NewerDatabase, NotABackup, NotEmpty

TOGETHER: Final = 1000  # rows that are read or written at once


def backup(where: str | Path, file: Path) -> Manifest:
    """Write all of a database into a new file, as it is at one moment; a server may own it and play on.

    Only its owner can read the file: it has the hashes of tokens, and the seeds of matches that run.
    Raises OpenError, or FileExistsError.
    """
    part = file.with_name(file.name + ".part")
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)):
        pass  # the name is ours from now on
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            head = schema.known()[0]
            manifest = look(where, lambda conn: backup_file.write(out, head, _tables(conn), datetime.now(UTC)))
            out.flush()
            os.fsync(out.fileno())
    except BaseException:
        part.unlink(missing_ok=True)
        file.unlink()
        raise
    part.replace(file)
    return manifest


def _tables(conn: Connection) -> Iterator[tuple[str, Iterator[backup_file.Row]]]:
    for table in schema.metadata.sorted_tables:
        query = select(table).order_by(*table.primary_key).execution_options(yield_per=TOGETHER)
        yield table.name, (dict(row._mapping) for row in conn.execute(query))


def restore(file: Path, where: str | Path) -> Manifest:
    """Make a database of a backup: all of it, checked, or nothing.  One of an older muggins is brought up to date.

    Raises NotABackup, NotEmpty, NewerDatabase, OpenError or OSError.
    """
    with BackupFile(file) as whole:
        revision, known = whole.manifest.revision, schema.known()
        if revision not in known:
            raise NewerDatabase(database=file, revision=revision, head=known[0])
        make(where, lambda conn, name: _fill(conn, name, whole, file))
        return whole.manifest


def _fill(conn: Connection, name: str, whole: BackupFile, file: Path) -> None:
    _clear(conn, name)
    mark_ours(conn)
    schema.upgrade(conn, whole.manifest.revision)
    tables = MetaData()
    tables.reflect(conn)
    for table in whole.manifest.tables:
        if table not in tables.tables:
            raise NotABackup(file=file, reason=f"revision {whole.manifest.revision} has no table {table}")
        _load(conn, tables.tables[table], whole.rows(table))
    schema.upgrade(conn)
    if problems := check(conn):
        raise NotABackup(file=file, reason=problems[0])


def _clear(conn: Connection, name: str) -> None:
    """Only a database without a row of ours can be restored into.  Raises NotEmpty."""
    there = set(inspect(conn).get_table_names()) - {"alembic_version"}
    ours = set(schema.metadata.tables)
    if there - ours or any(conn.scalar(text(f"SELECT count(*) FROM {table}")) for table in there):
        raise NotEmpty(database=name)
    if there:
        schema.downgrade(conn, "base")


def _load(conn: Connection, table: Table, rows: Iterator[dict[str, Any]]) -> None:
    convert = {column.name: change for column in table.columns if (change := _reader(column))}
    while some := list(islice(rows, TOGETHER)):
        for row in some:
            for name in convert.keys() & row.keys():
                row[name] = row[name] if row[name] is None else convert[name](row[name])
        conn.execute(insert(table), some)
    if conn.dialect.name == "postgresql" and "id" in table.c and table.c.id.server_default is not None:
        last = select(func.coalesce(func.max(table.c.id) + 1, 1)).scalar_subquery()
        conn.execute(select(func.setval(func.pg_get_serial_sequence(table.name, "id"), last, False)))


def _reader(column: Column[Any]) -> Callable[[str], object] | None:
    """What makes a value of the column from its text."""
    if isinstance(column.type, DateTime):
        return datetime.fromisoformat
    if isinstance(column.type, LargeBinary):
        return bytes.fromhex
    return None
