"""The organiser's token: issued once for a database, and kept in a file that only its owner can read."""

import os
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection

from muggins.config import Settings
from muggins.store import tokens
from muggins.store.database import Database

ORGANISER = "organiser"


def organiser_file(settings: Settings) -> Path:
    """Where the token is kept: beside a SQLite file, else in the working directory, unless a setting says."""
    if settings.organiser_file is not None:
        return settings.organiser_file
    if "://" in settings.database and not settings.database.startswith("sqlite:///"):
        return Path("muggins.organiser")
    path = Path(settings.database.removeprefix("sqlite:///")).resolve()
    return path.with_name(path.name + ".organiser")


async def organiser_token(database: Database, file: Path) -> str:
    """The token in the file, if this database knows it; else a new one, which is written there."""
    known = file.read_text(encoding="utf-8").strip() if file.exists() else ""
    token = await database.writer.run(lambda conn: _known_or_new(conn, known, datetime.now(UTC)))
    if token != known:
        _write(file, token)
    return token


def _known_or_new(conn: Connection, known: str, at: datetime) -> str:
    identity = tokens.authenticate(conn, known) if known else None
    if identity is not None and identity.role == tokens.Role.ORGANISER:
        return known
    tokens.revoke_organisers(conn, at)
    return tokens.issue(conn, tokens.Role.ORGANISER, ORGANISER, at)


def _write(file: Path, token: str) -> None:
    file.unlink(missing_ok=True)
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as out:
        out.write(token + "\n")
