"""Local matches with bots that are processes of their own, and the same matches again."""

import asyncio
from pathlib import Path
from shlex import join

import pytest

from muggins.cli.play import names_of, specs
from muggins.games.match import MatchRules
from muggins.referee.log import lines
from muggins.referee.record import unpack
from muggins.workshop.guests import Cast, Guest, NotComing, gathered
from muggins_bot.house import GreedyBot
from tests.cli.conftest import Muggins, muggins
from tests.workshop.authors import command

__all__ = ["muggins"]  # a fixture

RULES = MatchRules("cribbage", 2, {"target": 61})


async def moves(cast: Cast, seed: bytes) -> list[tuple[int, str]]:
    """Who moved what in two matches."""
    made = []
    async with gathered(cast) as table:
        for spec in specs(RULES, list(cast), 2, seed):
            _, outcome = await table.play(spec)
            made += [(line["seat"], line["move"]) for line in lines(unpack(outcome.log)) if line["kind"] == "decision"]
    return made


def test_a_seed_repeats_a_match_with_a_process_exactly(tmp_path: Path) -> None:
    def cast(said: str) -> Cast:
        return {"guest": Guest("guest", command(tmp_path), tmp_path / said), "greedy": GreedyBot()}

    first, again, other = [
        asyncio.run(moves(cast(said), seed)) for said, seed in (("1", b"x"), ("2", b"x"), ("3", b"y"))
    ]
    assert first == again != other
    assert "hello from the bot" in (tmp_path / "1").read_text()


def test_a_guest_that_does_not_come_is_named_with_its_last_words(tmp_path: Path) -> None:
    guest = Guest("guest", ["python3", "-c", "raise SystemExit('no such engine')"], tmp_path / "said")
    with pytest.raises(NotComing, match="guest ended with code 1: no such engine"):
        asyncio.run(moves({"guest": guest, "greedy": GreedyBot()}, b""))


def test_play_takes_commands_and_keeps_what_they_write(muggins: Muggins, tmp_path: Path) -> None:
    words = join(command(tmp_path))
    ran = muggins("play", f"cmd:{words}", "greedy", "--matches", "1", "--target", "61")
    assert ran.code == 0, ran.err
    assert ran.out.split()[0] == "bot"
    assert "hello from the bot" in (tmp_path / "muggins-play" / "mybot.log").read_text()
    assert "says no command" in muggins("play", "cmd:", "greedy").err


DICE = """
import random
from pathlib import Path
from muggins_bot import Bot

class Dice(Bot):
    def decide(self, turn):
        move = random.choice(turn.legal_moves)
        with Path("moves").open("a") as moves:
            print(move, file=moves)
        return move
"""


def test_play_repeats_bots_that_throw_dice(muggins: Muggins, tmp_path: Path) -> None:
    (tmp_path / "dice.py").write_text(DICE)
    made = []
    for seed in ("0a", "0a", "0b"):
        assert muggins("play", "dice.py:Dice", "random", "--matches", "2", "--seed", seed).code == 0
        made.append((tmp_path / "moves").read_text())
        (tmp_path / "moves").unlink()
    assert made[0] == made[1] != made[2]


def test_a_command_is_called_by_its_last_word() -> None:
    assert names_of(["cmd:python -m x.y greedy", "cmd:./mybot.sh", "a.py:B"]) == ["greedy", "mybot", "B"]
