"""The check for breaking changes of the protocol bites."""

import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

PROTOS = Path(__file__).parents[1] / "protos"
BUF = Path(sysconfig.get_path("scripts"), "buf")


def breaking(protos: Path) -> subprocess.CompletedProcess[str]:
    against = PROTOS / "released.binpb"
    return subprocess.run([BUF, "breaking", protos, "--against", against], capture_output=True, text=True, check=False)


def with_play(tmp_path: Path, pattern: str, replacement: str) -> Path:
    """A copy of the protocol with one place of play.proto changed."""
    copy = shutil.copytree(PROTOS, tmp_path / "protos")
    play = copy / "muggins/v1/play.proto"
    text, count = re.subn(pattern, replacement, play.read_text("utf-8"))
    assert count == 1
    play.write_text(text, "utf-8")
    return copy


def test_today_s_protocol_keeps_the_released_one() -> None:
    run = breaking(PROTOS)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("pattern", "replacement"),
    [
        (r"string move = 2;", "string move = 3;"),
        (r"string move = 2;", "string choice = 2;"),
        (r"string move = 2;", "uint32 move = 2;"),
        (r"message Pong \{\n.*\n\}", "message Pong {}"),
    ],
    ids=["renumbered", "renamed", "retyped", "removed"],
)
def test_a_broken_promise_is_reported(tmp_path: Path, pattern: str, replacement: str) -> None:
    run = breaking(with_play(tmp_path, pattern, replacement))
    assert run.returncode == 100, run.stdout + run.stderr
    assert "muggins/v1/play.proto" in run.stdout


def test_a_new_field_is_welcome(tmp_path: Path) -> None:
    run = breaking(with_play(tmp_path, r"string move = 2;", "string move = 2; string remark = 3;"))
    assert (run.returncode, run.stdout) == (0, "")
