"""The Go stubs, which are committed so that a bot needs no compiler of protocols, are what the .proto files give."""

import os
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

GO = Path(__file__).parents[2] / "clients/go"
STUBS = "mugginsv1"


def texts(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in folder.glob("*.go")}


def test_the_committed_go_stubs_are_up_to_date(tmp_path: Path) -> None:
    if shutil.which("go") is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("go is not installed")
    buf = Path(sysconfig.get_path("scripts"), "buf")
    subprocess.run([buf, "generate", "--output", tmp_path], cwd=GO, check=True)
    assert texts(GO / STUBS) == texts(tmp_path / STUBS) != {}
