"""A process that is killed at any moment loses nothing that it had acknowledged, and counts nothing twice."""

import os
import shutil
import signal
from multiprocessing import get_context
from multiprocessing.connection import Connection as Pipe
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from sqlalchemy import Connection, func, select

from muggins.referee.outcome import Slot
from muggins.store import attempts, matches
from muggins.store.check import check
from muggins.store.database import Database
from muggins.store.models import matches as matches_table
from muggins.store.models import tournaments
from tests.store.making import add_bots, add_event, at, new_match, play

KILLS = 12
COPIES = 4
MOST_ACKNOWLEDGED = 40  # results before a kill; each run stops at another number
TOGETHER = 8


def unplayed(conn: Connection) -> int:
    """The first pairing without a counted result."""
    last = func.coalesce(func.max(matches_table.c.pairing), -1)
    number: int = conn.execute(select(last + 1).where(matches_table.c.counted)).scalar_one()
    return number


def player(path: Path, acknowledge: Pipe) -> None:
    """Play on from where the database says, some at a time, and say the id of each match after its commit."""
    with Database.open(path) as database:
        pairing = database.read(unplayed)
        while True:
            batch = [new_match([1 + n % 3, 4 + n % 2], Slot(1, n), at(n)) for n in range(pairing, pairing + TOGETHER)]
            for match, future in [(match, database.writer.submit(play, match)) for match in batch]:
                future.result()
                acknowledge.send(match.id)
            pairing += TOGETHER


def started(path: Path) -> tuple[ForkServerProcess, Pipe]:
    """A player, and where it says what it has done."""
    server = get_context("forkserver")
    server.set_forkserver_preload([__name__])
    here, there = server.Pipe(duplex=False)
    process = server.Process(target=player, args=(path, there))
    process.start()
    there.close()
    return process, here


def acknowledged(path: Path, count: int) -> list[str]:
    """Start a player, kill it after so many results, and return the ids of all that it acknowledged."""
    process, here = started(path)
    ids: list[str] = [here.recv() for _ in range(count)]
    process.kill()
    try:
        while True:
            ids.append(here.recv())
    except (EOFError, OSError):  # it was killed between two words, or within one
        process.join()
        return ids


def test_a_copy_of_the_files_taken_at_any_moment_has_every_acknowledged_result(path: Path, tmp_path: Path) -> None:
    """As after a power cut: all that is left is what the files held, and nobody said goodbye to them."""
    with Database.open(path) as database:
        database.writer.submit(add_event, database.writer.submit(add_bots).result()).result()
    process, here = started(path)
    ids: list[str] = []
    for moment in range(COPIES):
        ids += [here.recv() for _ in range(1 + 7 * moment)]
        assert process.pid is not None
        os.kill(process.pid, signal.SIGSTOP)
        while here.poll():
            ids.append(here.recv())
        copy = tmp_path / str(moment)
        copy.mkdir()
        for file in (path, path.with_name(path.name + "-wal")):
            shutil.copy(file, copy)
        os.kill(process.pid, signal.SIGCONT)
        with Database.open(copy / path.name, upgrade=False) as database:
            database.writer.submit(attempts.void_running, at(0)).result()
            assert [match for match in ids if database.read(matches.get, match).state != "finished"] == []
            assert database.read(check) == []
    process.kill()
    process.join()


def test_kill_9_loses_no_acknowledged_result(path: Path) -> None:
    with Database.open(path) as database:
        database.writer.submit(add_event, database.writer.submit(add_bots).result()).result()
    promised: list[str] = []
    for kill in range(KILLS):
        promised += acknowledged(path, 1 + kill * (MOST_ACKNOWLEDGED - 1) // (KILLS - 1))
    with Database.open(path) as database:
        database.writer.submit(attempts.void_running, at(0)).result()
        assert [match for match in promised if database.read(matches.get, match).state != "finished"] == []
        assert len(set(promised)) == len(promised) > KILLS
        assert database.read(check) == []
        played = database.read(lambda conn: conn.scalar(select(tournaments.c.played)))
        assert played is not None
        assert len(promised) <= played <= len(promised) + TOGETHER * KILLS
