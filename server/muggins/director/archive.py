"""An event in one file: a zip archive with a checksum of each part, that anyone can open.

``event.toml`` is the definition as it was stored, ``event.json`` has the attempts at each match and the standings,
``logs/ID.jsonl`` the log of each, and ``SHA256SUMS`` is what ``sha256sum --check`` reads.
"""

import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from muggins.referee.verify import Discrepancy

FORMAT: Final = 1
SUMS: Final = "SHA256SUMS"
DEFINITION: Final = "event.toml"
SUMMARY: Final = "event.json"


@dataclass(frozen=True, slots=True)
class Archive:
    """A whole event."""

    definition: str
    summary: Mapping[str, Any]  # as docs/fairness.md describes it
    logs: Mapping[str, str]  # by match id

    def parts(self) -> dict[str, bytes]:
        """By the name of the file in the archive."""
        summary = json.dumps({"format": FORMAT, **self.summary}, indent=1, ensure_ascii=False)
        parts = {DEFINITION: self.definition, SUMMARY: summary}
        parts |= {f"logs/{match_id}.jsonl": log for match_id, log in self.logs.items()}
        return {name: text.encode() for name, text in parts.items()}


def write(archive: Archive, path: Path) -> None:
    """Write the event to a new file.  Raises FileExistsError."""
    parts = archive.parts()
    sums = "".join(f"{sha256(data).hexdigest()}  {name}\n" for name, data in parts.items())
    with zipfile.ZipFile(path, "x", zipfile.ZIP_DEFLATED) as file:
        for name, data in {SUMS: sums.encode(), **parts}.items():
            file.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)  # no clock: the same event, the same bytes


def read(path: Path) -> Archive:
    """Raises Discrepancy where a part is not what its checksum says, and where it is no such archive."""
    try:
        with zipfile.ZipFile(path) as file:
            parts = {name: file.read(name) for name in file.namelist()}
    except zipfile.BadZipFile as error:
        raise Discrepancy("archive", 0, f"{path} is no archive of an event: {error}") from None
    _check_sums(parts)
    try:
        summary = json.loads(parts[SUMMARY])
        definition = parts[DEFINITION].decode()
        logs = {Path(name).stem: data.decode() for name, data in parts.items() if name.startswith("logs/")}
    except (KeyError, ValueError) as error:
        raise Discrepancy("archive", 0, f"{path} is no archive of an event: {error}") from None
    if summary.get("format") != FORMAT:
        raise Discrepancy("format", 0, f"the archive's format is {summary.get('format')!r}; this one knows {FORMAT}")
    return Archive(definition, summary, logs)


def _check_sums(parts: Mapping[str, bytes]) -> None:
    lines = parts.get(SUMS, b"").decode(errors="replace").splitlines()
    sums = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    for name, digest in sums.items():
        if name not in parts:
            raise Discrepancy("absent", 0, f"{name} is not in the archive")
        if sha256(parts[name]).hexdigest() != digest:
            raise Discrepancy("checksum", 0, f"{name} is not what its checksum says")
    for name in parts.keys() - sums.keys() - {SUMS}:
        raise Discrepancy("stranger", 0, f"{name} has no checksum")
