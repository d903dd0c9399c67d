"""What is special about PostgreSQL: how its connections are set up."""

from typing import Final

from sqlalchemy import URL, Engine, create_engine

CONNECT_SECONDS: Final = 3
# A peer that vanished without a word is noticed in half a minute, by us and, so that it lets go of our locks, by the
# server.  The values are libpq's: seconds, seconds, a count.
_KEEPALIVE: Final = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 4}
SERVER: Final = {  # settings of a connection, on its other end
    "synchronous_commit": "on",  # an acknowledged result is on the disk
    "lock_timeout": "3s",  # a lock of somebody else's is a trouble that is told, not a silence
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "4",
}


def engine(url: URL, *, writes: bool) -> Engine:
    """An engine whose connections write, one of them at a time, or look at one consistent state and cannot write."""
    connect = {
        "connect_timeout": CONNECT_SECONDS,
        "options": " ".join(f"-c {name}={value}" for name, value in SERVER.items()),
        **_KEEPALIVE,
    }
    url = url.set(drivername="postgresql+psycopg")
    if writes:
        return create_engine(url, pool_size=1, max_overflow=0, pool_pre_ping=True, connect_args=connect)
    looks = {"postgresql_readonly": True, "isolation_level": "REPEATABLE READ"}
    return create_engine(url, pool_pre_ping=True, connect_args=connect, execution_options=looks)
