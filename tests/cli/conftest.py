"""Commands as people run them, in this process and on a database of their own."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from muggins.cli import main


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    code: int
    out: str
    err: str


Muggins = Callable[..., Ran]


@pytest.fixture
def muggins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Muggins:
    """Run ``muggins`` with these words."""
    monkeypatch.chdir(tmp_path)
    for name in ("MUGGINS_ADDRESS", "MUGGINS_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("MUGGINS_DATABASE", str(tmp_path / "muggins.db"))
    monkeypatch.setenv("COLUMNS", "80")

    def run(*words: str) -> Ran:
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main(words)
        said = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return Ran(ended.value.code, said.out, said.err)

    return run


@pytest.fixture
def on_each(muggins: Muggins, where: str, monkeypatch: pytest.MonkeyPatch) -> Muggins:
    """The same, on each kind of database."""
    monkeypatch.setenv("MUGGINS_DATABASE", where)
    return muggins
