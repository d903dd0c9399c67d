"""An event in one file holds, or it is told what does not."""

import copy
import json
import zipfile
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from muggins.director.archive import SUMS, Archive, read, write
from muggins.director.audit import audit
from muggins.director.rules import match_rules, read_event, time_control
from muggins.games.dealing import commitment
from muggins.referee.live import MatchSpec
from muggins.referee.verify import Discrepancy, read_lines
from muggins_tournaments import EventDefinition, Result, schedule, standings
from tests.referee.table import Table
from tests.verify.making import KitBot, logged

DEFINITION = """
name = "The cup"
game = "fives-and-threes"
seats = 2
rounds = 1
first = "assigned"
entrants = ["ann", "bob", "cyd"]
"""
LOST = sha256(b"a seed that was lost with its server").digest()


@cache
def made() -> Archive:
    """A round robin of three, in which one match was begun, lost, and played again."""
    definition = read_event(DEFINITION, "the cup")
    table = Table()
    for bot in definition.entrants:
        KitBot(table, bot)
    logs, attempts = dict[str, str](), list[dict[str, Any]]()
    for number, slot in enumerate(schedule(definition).open({})):
        rules, time = match_rules(definition, slot.lead), time_control(definition)
        spec = MatchSpec(f"m{number}", rules, time, slot.seats, sha256(b"%d" % number).digest(), event="The cup")
        log = logged(table, spec)
        logs[spec.id] = "".join(json.dumps(line) + "\n" for line in log)
        if number == 1:
            attempts.append(lost(slot.key, slot.seats))
        attempts.append(finished(slot.key, log, attempt=1 + (number == 1)))
    rows = standings(definition, results(definition, attempts))
    told = [{"rank": row.rank, "bot": row.entrant, "points": float(row.points)} for row in rows]
    summary = {"name": "The cup", "state": "finished", "standings": told, "matches": attempts}
    entrants = [{"bot": bot, "owner": bot, "house": False} for bot in definition.entrants]
    return Archive(DEFINITION, {**summary, "entrants": entrants}, logs)


def lost(key: tuple[int, int], bots: tuple[str, ...]) -> dict[str, Any]:
    return {
        "match_id": "lost",
        **dict(zip(("pairing", "game_index"), key, strict=True)),
        "attempt": 1,
        "state": "void",
        "bots": list(bots),
        "server_seed": LOST.hex(),
        "server_commitment": commitment(LOST).hex(),
    }


def finished(key: tuple[int, int], log: list[dict[str, Any]], attempt: int) -> dict[str, Any]:
    return {
        **{name: log[0][name] for name in ("match_id", "server_seed", "server_commitment")},
        **dict(zip(("pairing", "game_index"), key, strict=True)),
        "attempt": attempt,
        "state": "finished",
        "bots": [bot["bot"] for bot in log[0]["bots"]],
        **{name: log[-1][name] for name in ("termination", "points", "places", "scores")},
        "rated": True,
    }


def results(definition: EventDefinition, attempts: list[dict[str, Any]]) -> list[Result]:
    slots = {slot.key: slot for slot in schedule(definition).open({})}
    by_key = {(a["pairing"], a["game_index"]): a for a in attempts if a["state"] == "finished"}
    found = [(slot, by_key[key]) for key, slot in slots.items()]
    return [Result(s.key, s.seats, tuple(a["places"]), tuple(a["points"]), tuple(a["scores"])) for s, a in found]


def changed(change: Callable[[Archive], object]) -> Archive:
    archive = copy.deepcopy(made())
    told = change(archive)
    return Archive(*told) if isinstance(told, tuple) else archive


def test_an_archive_that_nobody_touched_holds_and_comes_back_as_it_was_written(tmp_path: Path) -> None:
    write(made(), tmp_path / "cup.zip")
    found = audit(read(tmp_path / "cup.zip"))
    assert (len(found.results), found.void, found.logs) == (3, 1, 3)
    write(made(), tmp_path / "again.zip")
    assert (tmp_path / "again.zip").read_bytes() == (tmp_path / "cup.zip").read_bytes()
    with pytest.raises(FileExistsError):
        write(made(), tmp_path / "cup.zip")


def matches(archive: Archive) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = archive.summary["matches"]
    return found


def swap_bots(archive: Archive) -> None:
    """The bots of a match sat in the other seats, and everything says so."""
    match = matches(archive)[0]
    match["bots"].reverse()
    lines = [dict(line) for line in read_lines(archive.logs["m0"])]
    lines[0]["bots"] = [{**bot, "bot": name} for bot, name in zip(lines[0]["bots"], match["bots"], strict=True)]
    archive.logs["m0"] = "".join(json.dumps(line) + "\n" for line in lines)  # type: ignore[index]


CHANGES: dict[str, tuple[str, Callable[[Archive], object]]] = {
    "a result": ("summary", lambda a: matches(a)[0].update(points=[9, 0])),
    "a termination": ("summary", lambda a: matches(a)[0].update(termination="no_show")),
    "a result that was not rated": ("summary", lambda a: matches(a)[0].update(rated=False)),
    "the seed of a void attempt": ("server_seed", lambda a: matches(a)[1].update(server_seed="ab" * 32)),
    "a void attempt left out": ("attempts", lambda a: matches(a).pop(1)),
    "a log left out": ("no_log", lambda a: a.logs.pop("m0")),  # type: ignore[attr-defined]
    "a match left out": ("unlisted", lambda a: matches(a).pop(0)),
    "a match twice": ("twice", lambda a: matches(a).append(matches(a)[0])),
    "a match that is not wanted": ("unasked", lambda a: matches(a)[0].update(pairing=7)),
    "bots in other seats": ("pairing", swap_bots),
    "the standings": ("standings", lambda a: a.summary["standings"][0].update(points=99.0)),
    "a row of the standings": ("standings", lambda a: a.summary["standings"].pop()),
    "a field": ("archive", lambda a: matches(a)[0].pop("bots")),
    "the rules": ("rules", lambda a: (a.definition + "[match]\ngames = 2\n", a.summary, a.logs)),
    "the definition": ("definition", lambda a: (a.definition + "speed = 9\n", a.summary, a.logs)),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_is_found(what: str) -> None:
    kind, change = CHANGES[what]
    with pytest.raises(Discrepancy) as caught:
        audit(changed(change))
    assert caught.value.kind == kind


def test_a_log_that_does_not_hold_is_told_with_its_match() -> None:
    archive = copy.deepcopy(made())
    text = archive.logs["m2"].replace('"charged_us": 0', '"charged_us": 5', 1)
    with pytest.raises(Discrepancy, match=r"match m2: line \d+: seat \d was charged 5 us"):
        audit(Archive(archive.definition, archive.summary, {**archive.logs, "m2": text}))


def test_an_event_is_not_finished_while_a_match_has_no_result() -> None:
    archive = made()
    summary = {**archive.summary, "matches": matches(archive)[:-1], "standings": []}
    logs = {match_id: log for match_id, log in archive.logs.items() if match_id != "m2"}
    with pytest.raises(Discrepancy, match="has no result, and the event is finished"):
        audit(Archive(archive.definition, summary, logs))


@pytest.mark.parametrize(
    ("kind", "name", "data"),
    [("checksum", "event.toml", b"other"), ("absent", "event.json", None), ("stranger", "more.txt", b"more")],
)
def test_a_part_that_was_changed_lost_or_added_is_found(
    tmp_path: Path, kind: str, name: str, data: bytes | None
) -> None:
    write(made(), tmp_path / "cup.zip")
    with zipfile.ZipFile(tmp_path / "cup.zip") as file:
        parts = {part: file.read(part) for part in file.namelist()} | {name: data}
    with zipfile.ZipFile(tmp_path / "cup.zip", "w") as file:
        for part, content in parts.items():
            if content is not None:
                file.writestr(part, content)
    with pytest.raises(Discrepancy) as caught:
        read(tmp_path / "cup.zip")
    assert (caught.value.kind, name in str(caught.value)) == (kind, True)


def test_the_checksums_are_those_that_sha256sum_reads(tmp_path: Path) -> None:
    write(made(), tmp_path / "cup.zip")
    with zipfile.ZipFile(tmp_path / "cup.zip") as file:
        parts = {name: file.read(name) for name in file.namelist()}
    sums = [line.split("  ") for line in parts.pop(SUMS).decode().splitlines()]
    assert sums == [[sha256(data).hexdigest(), name] for name, data in parts.items()]


def test_what_is_no_archive_is_told(tmp_path: Path) -> None:
    (tmp_path / "cup.zip").write_text("nothing")
    with pytest.raises(Discrepancy, match="no archive of an event"):
        read(tmp_path / "cup.zip")
