"""A database is let go of when nobody looks at it any more."""

from threading import Event, Thread

from sqlalchemy import Connection, text

from muggins.store.database import Database


def test_closing_waits_for_a_look_whose_caller_has_gone(where: str) -> None:
    """Else its connection comes back to a pool that is gone, and stays open."""
    database = Database.open(where)
    looking, may_end = Event(), Event()
    ended: list[bool] = []

    def look(conn: Connection) -> None:
        conn.execute(text("SELECT 1"))
        looking.set()
        may_end.wait(10)

    def read() -> None:
        database.read(look)
        ended.append(True)

    reader = Thread(target=read)
    reader.start()
    assert looking.wait(10)
    closer = Thread(target=database.close)
    closer.start()
    closer.join(0.2)
    assert closer.is_alive()
    may_end.set()
    closer.join(10)
    reader.join(10)
    assert not closer.is_alive()
    assert ended == [True]
