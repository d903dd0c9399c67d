"""Writes the Python stubs of the protocol, or checks that the committed ones are what it would write.

Run as ``python protos/generate.py`` (``make protos``) or with ``--check``, which writes nothing and exits with 1 and
one line for each stub that is stale, missing or left over.
"""

import os
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

PROTOS = Path(__file__).resolve().parent
PACKAGE = Path("muggins/v1")
COMMITTED = PROTOS.parent / "server"


def protoc(out: Path, flags: Sequence[str], sources: Sequence[Path]) -> None:
    """Run protoc on the sources.  Raises CalledProcessError with protoc's own words in ``stderr``."""
    plugins = sysconfig.get_path("scripts")  # where protoc-gen-mypy is, also when the virtualenv is not activated
    subprocess.run(
        [sys.executable, "-m", "grpc_tools.protoc", "-I", PROTOS, *(f"{flag}={out}" for flag in flags), *sources],
        env={**os.environ, "PATH": f"{plugins}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )


def generate(out: Path) -> None:
    """Write the stubs of every .proto below ``out``; only a file with a service gets gRPC stubs."""
    sources = sorted((PROTOS / PACKAGE).glob("*.proto"))
    services = [source for source in sources if "\nservice " in source.read_text("utf-8")]
    protoc(out, ["--python_out", "--mypy_out"], sources)
    protoc(out, ["--grpc_python_out", "--mypy_grpc_out"], services)


def stubs(root: Path) -> dict[str, str]:
    """Each generated file below ``root`` by name, with its text."""
    return {path.name: path.read_text("utf-8") for path in (root / PACKAGE).glob("*_pb2*.py*")}


def fresh() -> dict[str, str]:
    """What the stubs should be."""
    with TemporaryDirectory() as out:
        generate(Path(out))
        return stubs(Path(out))


def differences(committed: Path = COMMITTED) -> list[str]:
    """The names of the stubs in ``committed`` that are not what the .proto files give."""
    old, new = stubs(committed), fresh()
    return sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name))


def rewrite(committed: Path = COMMITTED) -> None:
    """Bring the stubs in ``committed`` up to date; a mistake in a .proto file leaves them as they are."""
    new = fresh()
    for name in stubs(committed).keys() - new.keys():
        (committed / PACKAGE / name).unlink()
    for name, text in new.items():
        (committed / PACKAGE / name).write_text(text, "utf-8")


def main(arguments: Sequence[str]) -> int:
    try:
        if list(arguments) != ["--check"]:
            rewrite()
            return 0
        stale = differences()
    except subprocess.CalledProcessError as error:
        print(error.stderr, end="", file=sys.stderr)
        return 1
    for name in stale:
        print(f"{PACKAGE / name} is not what the .proto files give: run `make protos`", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
