"""How SQLite finds the rows of a query of the store."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, event


def statements(conn: Connection, query: Callable[[Connection], object]) -> list[tuple[str, Any]]:
    """The statements that a query of the store runs, with their parameters."""
    found: list[tuple[str, Any]] = []

    def note(_conn: object, _cursor: object, statement: str, parameters: Any, *_: object) -> None:
        found.append((statement, parameters))

    event.listen(conn, "before_cursor_execute", note)
    query(conn)
    event.remove(conn, "before_cursor_execute", note)
    return found


def plans(conn: Connection, query: Callable[[Connection], object]) -> list[list[str]]:
    """The steps of each of its statements."""
    return [
        [row[3] for row in conn.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)]
        for statement, parameters in statements(conn, query)
    ]
