"""The verbs that run for long, as processes that are told to stop."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from muggins_tournaments import parse, ready_made

MUGGINS = (sys.executable, "-c", "from muggins.cli import main; main()")
PATIENCE = 60  # seconds; far more than any of this takes


def environment(folder: Path) -> Mapping[str, str]:
    return {"PATH": "/usr/bin:/bin", "HOME": str(folder), "MUGGINS_DATABASE": str(folder / "muggins.db")}


def run(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        (*MUGGINS, *words), cwd=folder, env=environment(folder), capture_output=True, text=True, timeout=PATIENCE
    )


@contextmanager
def running(folder: Path, *words: str) -> Iterator["subprocess.Popen[str]"]:
    """A command that runs; its output comes line by line."""
    process = subprocess.Popen(
        (*MUGGINS, *words),
        cwd=folder,
        env=environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def test_commands_find_the_server_that_owns_the_database(tmp_path: Path) -> None:
    with running(tmp_path, "serve", "--listen", "127.0.0.1:0", "--house", "Hal=random") as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1]
        assert run(tmp_path, "bot", "add", "Ada", "--owner", "me").returncode == 0
        bots = json.loads(run(tmp_path, "bot", "list", "--address", address, "--format", "json").stdout)
        assert [bot["bot"] for bot in bots] == ["Ada", "Hal"]
        anonymous = run(tmp_path, "bot", "add", "Bob", "--owner", "me", "--address", address)
        assert anonymous.stderr == "muggins: this needs the organiser's token\n"

        taken = run(tmp_path, "serve", "--listen", address, "--database", "other.db")
        assert taken.returncode == 1
        assert taken.stderr.startswith(f"muggins: cannot listen at {address}")
        assert "is in use by process" in run(tmp_path, "serve", "--listen", "127.0.0.1:0").stderr
        server.send_signal(signal.SIGTERM)
        assert server.wait(PATIENCE) == 0
    assert run(tmp_path, "db", "check").returncode == 0


def test_an_event_that_is_interrupted_goes_on(tmp_path: Path) -> None:
    text = 'name = "Long"\ngame = "cribbage"\nseats = 2\nrounds = 40\nentrants = ["Ann", "Bob"]\n'
    (tmp_path / "long.toml").write_text(text + '[house]\nAnn = "greedy"\nBob = "random"\n')
    with running(tmp_path, "tournament", "run", "long.toml") as first:
        assert first.stderr is not None
        assert "dial in at" in first.stderr.readline()
        first.send_signal(signal.SIGINT)
        assert first.wait(PATIENCE) == 130
        assert "muggins tournament resume Long" in first.stderr.read()
    resumed = run(tmp_path, "tournament", "resume", "Long")
    assert "Standings after 40 of 40 matches" in resumed.stdout, resumed.stderr


def test_the_demo_runs_and_empties_only_what_is_its_own(tmp_path: Path) -> None:
    demo = run(tmp_path, "demo")
    assert demo.returncode == 0, demo.stderr
    for name, path in ready_made().items():
        if name.startswith("demo-"):
            assert parse(path.read_text("utf-8"), name).name in demo.stdout
    assert demo.stdout.count("Ratings: ") == 4
    assert max(map(len, demo.stdout.splitlines())) <= 100
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").touch()
    refused = run(tmp_path, "demo", "--keep", "mine")
    assert (refused.returncode, (tmp_path / "mine" / "thesis.tex").exists()) == (1, True)
    assert refused.stderr.startswith("muggins: mine is not empty and not that of a former demo")
