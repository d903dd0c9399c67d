from pathlib import Path

import pytest

from muggins_bot.house import HOUSE
from muggins_bot.loading import BotNotFound, load

SOURCE = """
from muggins_bot import Bot
from neighbour import MOVE

class MyBot(Bot):
    def decide(self, turn):
        return MOVE

class NoBot:
    pass
"""


@pytest.fixture
def bot_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))  # so that the path is as it was after the test
    (tmp_path / "neighbour.py").write_text("MOVE = '6-4'\n")
    path = tmp_path / "a_bot_of_a_test.py"
    path.write_text(SOURCE)
    return path


def test_a_file_and_its_neighbours(bot_file: Path) -> None:
    assert load(f"{bot_file}:MyBot")().decide(None) == "6-4"  # type: ignore[arg-type]


def test_a_module_and_a_house_bot() -> None:
    assert load("muggins_bot.house.greedy:GreedyBot") is HOUSE["greedy"] is load("greedy")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{file}:NoBot", "has no class NoBot that inherits from Bot"),
        ("{file}:Missing", "has no class Missing"),
        ("nowhere.py:MyBot", "there is no file nowhere.py"),
        ("no.such.module:MyBot", "there is no module no.such.module"),
        ("gredy", "no bot 'gredy'; say FILE.py:CLASS, or one of: expert, greedy, random, steady"),
    ],
)
def test_what_cannot_be_found_is_one_clear_line(text: str, why: str, bot_file: Path) -> None:
    with pytest.raises(BotNotFound) as error:
        load(text.format(file=bot_file))
    assert why in str(error.value)
    assert "\n" not in str(error.value)


def test_the_author_sees_errors_of_his_own_file(bot_file: Path) -> None:
    bot_file.write_text("import no_such_library\n")
    with pytest.raises(ModuleNotFoundError, match="no_such_library"):
        load(f"{bot_file}:MyBot")
