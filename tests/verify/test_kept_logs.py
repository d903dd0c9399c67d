"""Logs that were written by each version of the format and of the rules still hold."""

from pathlib import Path

import pytest

from muggins.games import GAMES
from muggins.games.base import Game
from muggins.referee.record import FORMAT
from muggins.referee.verify import Discrepancy, read_lines, verify

FOLDER = Path(__file__).parent / "logs"
LOGS = sorted(FOLDER.rglob("*.jsonl"))


@pytest.mark.parametrize("log", LOGS, ids=lambda path: str(path.relative_to(FOLDER)))
def test_a_kept_log_holds(log: Path) -> None:
    verify(read_lines(log.read_text("utf-8")))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_logs_of_what_is_played_today_are_kept(game: Game) -> None:
    folder = FOLDER / f"format-{FORMAT}" / f"{game.name}-{game.rules_version}"
    assert len(list(folder.glob("*.jsonl"))) == 6


@pytest.mark.parametrize("text", ["{}\nnothing\n", "[1]\n", "\n"])
def test_what_is_no_log_is_told_with_its_line(text: str) -> None:
    with pytest.raises(Discrepancy, match="this is no JSON object"):
        list(read_lines(text))


def test_an_empty_file_is_no_log() -> None:
    with pytest.raises(Discrepancy, match="ends without a result"):
        verify(read_lines(""))
