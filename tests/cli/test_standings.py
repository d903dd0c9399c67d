"""The crosstable as text."""

from muggins.cli.say import WIDTH
from muggins.cli.standings import crosstable
from muggins.v1.tournaments_pb2 import Cross


def test_each_bot_reads_along_its_row() -> None:
    crosses = [
        Cross(bot="Ada", opponent="Bob", won=3, drawn=1),
        Cross(bot="Bob", opponent="Ada", drawn=1, lost=3),
    ]
    assert list(crosstable(crosses, ["Ada", "Bob"])) == [
        " " * 25 + "      1      2",
        "  1  Ada                       .  3-1-0",
        "  2  Bob                   0-1-3      .",
    ]


def test_many_bots_come_in_blocks_that_fit() -> None:
    names = [f"a bot whose name is long, {number}" for number in range(12)]
    crosses = [Cross(bot=a, opponent=b, won=10) for a in names for b in names if a != b]
    lines = list(crosstable(crosses, names))
    assert max(map(len, lines)) <= WIDTH
    assert sum("a bot whose name is" in line for line in lines) == 24
    assert sum(line.count("10-0-0") for line in lines) == 12 * 11


def test_nothing_played_draws_nothing() -> None:
    assert list(crosstable([], ["Ada"])) == []
