"""The committed stubs are what the .proto files give."""

from pathlib import Path

import pytest

from protos.generate import PACKAGE, differences, main, rewrite


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / PACKAGE).mkdir(parents=True)
    rewrite(tmp_path)
    return tmp_path


def test_the_committed_stubs_are_up_to_date(capfd: pytest.CaptureFixture[str]) -> None:
    status = main(["--check"])
    assert (status, *capfd.readouterr()) == (0, "", "")


def test_stale_missing_and_left_over_stubs_are_named_and_then_mended(folder: Path) -> None:
    assert differences(folder) == []
    (folder / PACKAGE / "play_pb2.py").write_text("stale")
    (folder / PACKAGE / "event_pb2.pyi").unlink()
    (folder / PACKAGE / "chess_pb2.py").write_text("left over")
    assert differences(folder) == ["chess_pb2.py", "event_pb2.pyi", "play_pb2.py"]
    rewrite(folder)
    assert differences(folder) == []


def test_only_files_with_a_service_have_grpc_stubs(folder: Path) -> None:
    grpc_stubs = {path.name for path in (folder / PACKAGE).glob("*_pb2_grpc.py")}
    assert "play_pb2_grpc.py" in grpc_stubs
    assert "event_pb2_grpc.py" not in grpc_stubs
