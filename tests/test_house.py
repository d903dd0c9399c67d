"""The house rules that no linter counts."""

import ast
import re
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("server", "tournaments", "clients", "tests", "protos", "docs", ".ci")
NOT_OURS = re.compile(r"server/muggins/v1/|clients/\w+/(build|node_modules|target)/")  # written by tools

MAX_FILE = 400  # lines
MAX_FUNCTION = 50
MOST_FUNCTIONS = 22  # nine in ten are shorter


def place(path: Path) -> str:
    return str(path.relative_to(ROOT))


def files(pattern: str) -> list[Path]:
    """Our own files of that pattern."""
    found = chain(ROOT.glob(pattern), *((ROOT / folder).rglob(pattern) for folder in FOLDERS))
    return sorted(path for path in found if path.is_file() and not NOT_OURS.match(place(path)))


def functions() -> Iterator[tuple[str, int]]:
    """Each function of ours by place, with its length in lines from ``def`` on."""
    for path in files("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno is not None:
                yield f"{place(path)}:{node.lineno} {node.name}", node.end_lineno - node.lineno + 1


@pytest.mark.parametrize("pattern", ["*.py", "*.proto"])
def test_no_file_is_too_long(pattern: str) -> None:
    lengths = {place(path): len(path.read_text("utf-8").splitlines()) for path in files(pattern)}
    assert lengths
    assert {path: length for path, length in lengths.items() if length > MAX_FILE} == {}


def test_no_function_is_too_long_and_nine_in_ten_are_short() -> None:
    lengths = dict(functions())
    assert {name: length for name, length in lengths.items() if length > MAX_FUNCTION} == {}
    assert sum(length < MOST_FUNCTIONS for length in lengths.values()) >= 0.9 * len(lengths)


@pytest.mark.parametrize("pattern", ["*.py", "*.md", "*.toml", "*.proto", "*.txt", "Makefile", "run"])
def test_no_file_names_a_place_on_one_machine(pattern: str) -> None:
    homes = re.compile(r"(?<![\w.])/(home|root|work|Users|opt)/\w")
    found = files(pattern)
    assert found
    assert [place(path) for path in found if homes.search(path.read_text("utf-8"))] == []


def normalised(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_constraints_are_plain_pins_of_every_dependency() -> None:
    lines = [line for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
    assert [line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = chain(project["dependencies"], *project["optional-dependencies"].values())
    names = {normalised(re.split(r"[\[<>=]", text)[0]) for text in wanted} - {"muggins"}
    assert names - {normalised(line.split("==")[0]) for line in lines} == set()


def anchors(page: Path) -> set[str]:
    """The anchors that a page's headings get when it is shown as HTML."""
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", files("*.md"), ids=place)
def test_links_lead_somewhere(page: Path) -> None:
    broken = []
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        target, _, anchor = link.partition("#")
        path = page.parent / target if target else page
        if "://" not in link and not (path.exists() and (not anchor or anchor in anchors(path))):
            broken.append(link)
    assert broken == []
