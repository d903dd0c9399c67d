"""The file of a backup: the same for every kind of database, and readable without us.

A zip archive with ``<table>.jsonl``, one row a line, for each table, and ``manifest.json``, which has the revision of
the tables and of each table the number of rows and the SHA-256 of its file.  Moments are ISO 8601 in UTC, bytes are
hexadecimal, everything else is as JSON has it.
"""

import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, Final

from muggins.store.errors import NotABackup

FORMAT: Final = 1
MANIFEST: Final = "manifest.json"

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """What the manifest says of a table."""

    rows: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup holds."""

    revision: str
    made_at: datetime
    tables: Mapping[str, Part]  # those that others point to come first

    @property
    def rows(self) -> int:
        return sum(part.rows for part in self.tables.values())


def write(file: IO[bytes], revision: str, tables: Iterable[tuple[str, Iterable[Row]]], at: datetime) -> Manifest:
    """Write the rows of the tables, in their order."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        parts = {name: _write_table(archive, name, rows) for name, rows in tables}
        manifest = Manifest(revision, at, parts)
        about = {"muggins_backup": FORMAT, **asdict(manifest), "made_at": at.isoformat()}
        archive.writestr(MANIFEST, json.dumps(about, indent=2) + "\n")
    return manifest


def _write_table(archive: zipfile.ZipFile, name: str, rows: Iterable[Row]) -> Part:
    digest, count = sha256(), 0
    with archive.open(f"{name}.jsonl", "w", force_zip64=True) as out:
        for row in rows:
            line = json.dumps(row, separators=(",", ":"), ensure_ascii=False, default=_plain).encode() + b"\n"
            digest.update(line)
            out.write(line)
            count += 1
    return Part(count, digest.hexdigest())


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return (value if value.tzinfo else value.replace(tzinfo=UTC)).astimezone(UTC).isoformat()
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    raise TypeError(f"a backup cannot hold {value!r}")


class BackupFile:
    """A backup that was found whole.  Close it."""

    def __init__(self, path: Path) -> None:
        """Raises NotABackup, or OSError."""
        try:
            self._zip = zipfile.ZipFile(path)
        except zipfile.BadZipFile:
            raise NotABackup(file=path, reason="it is no zip archive, or its end is missing") from None
        try:
            self.manifest = _manifest(self._zip, path)
            for name, part in self.manifest.tables.items():
                self._verify(name, part, path)
        except BaseException:
            self._zip.close()
            raise

    def rows(self, table: str) -> Iterator[dict[str, Any]]:
        """The rows as they are written: moments and bytes are text."""
        with self._zip.open(f"{table}.jsonl") as lines:
            for line in lines:
                yield json.loads(line)

    def __enter__(self) -> "BackupFile":
        return self

    def __exit__(self, *exc: object) -> None:
        self._zip.close()

    def _verify(self, name: str, part: Part, path: Path) -> None:
        digest, count = sha256(), 0
        try:
            with self._zip.open(f"{name}.jsonl") as lines:
                for line in lines:
                    digest.update(line)
                    count += 1
        except (KeyError, zipfile.BadZipFile):
            raise NotABackup(file=path, reason=f"{name}.jsonl is missing or damaged") from None
        if (count, digest.hexdigest()) != (part.rows, part.sha256):
            raise NotABackup(file=path, reason=f"{name}.jsonl is not what its checksum says")


def _manifest(archive: zipfile.ZipFile, path: Path) -> Manifest:
    try:
        about = json.loads(archive.read(MANIFEST))
        if about["muggins_backup"] != FORMAT:
            raise NotABackup(
                file=path, reason=f"its format is {about['muggins_backup']!r}; this muggins reads {FORMAT}"
            )
        tables = {name: Part(part["rows"], part["sha256"]) for name, part in about["tables"].items()}
        return Manifest(about["revision"], datetime.fromisoformat(about["made_at"]), tables)
    except (KeyError, TypeError, ValueError, zipfile.BadZipFile):
        raise NotABackup(file=path, reason=f"it has no {MANIFEST} of ours") from None
