"""Each import contract of pyproject.toml bites: a violation planted in a copy of the code is reported."""

import os
import shutil
import subprocess
import sysconfig
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("server", "tournaments", "clients/python")


class Plant(NamedTuple):
    folder: str  # of the package that breaks the contract
    package: str
    imports: str  # the module that it must not import


PLANTS = {
    "imports point down": Plant("server", "muggins.director", "muggins.store"),
    "the rules are pure": Plant("server", "muggins.games", "random"),
    "ratings and pairings touch nothing outside": Plant("server", "muggins.ratings", "time"),
    "tournaments know nothing of the server": Plant("tournaments", "muggins_tournaments", "muggins.games"),
    "gRPC stays at the edge": Plant("server", "muggins.store", "grpc"),
    "SQL stays in the store": Plant("server", "muggins.api", "sqlalchemy"),
    "pages read what may be read": Plant("server", "muggins.web", "muggins.store.seeds"),
    "the bot kit knows the protocol and the rules, no server": Plant(
        "clients/python", "muggins_bot", "muggins.referee"
    ),
    "only the command line starts bots": Plant("server", "muggins.referee", "muggins_bot"),
}


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the linter says of a copy of the code with every plant in it, in one run."""
    copy = tmp_path_factory.mktemp("planted")
    shutil.copy(ROOT / "pyproject.toml", copy)
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for number, plant in enumerate(PLANTS.values()):
        path = copy / plant.folder / plant.package.replace(".", "/") / f"planted{number}.py"
        path.write_text(f"import {plant.imports}\n")
    run = subprocess.run(
        [Path(sysconfig.get_path("scripts"), "lint-imports"), "--no-logo", "--no-cache"],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(str(copy / folder) for folder in FOLDERS)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1, run.stdout + run.stderr
    return run.stdout


def test_every_contract_has_a_plant() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    assert [contract["name"] for contract in settings["contracts"]] == list(PLANTS)


@pytest.mark.parametrize("name", PLANTS)
def test_a_violation_is_reported(report: str, name: str) -> None:
    plant = PLANTS[name]
    number = list(PLANTS).index(name)
    assert f"{name} BROKEN" in report
    assert f"{plant.package}.planted{number} -> {plant.imports} (l.1)" in report
