"""Matches that were really played, for the tests that draw them."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from muggins.cli.play import specs
from muggins.games.match import MatchRules
from muggins.referee.log import lines
from muggins.referee.outcome import Outcome
from muggins.referee.record import unpack
from muggins.workshop.table import LocalTable
from muggins_bot.bot import Bot
from muggins_bot.house import GreedyBot, RandomBot

Line = Mapping[str, Any]


def play(bots: Mapping[str, Bot], rules: MatchRules, seed: bytes = b"1") -> tuple[Sequence[Line], Outcome]:
    """One match between these bots, as the lines of its log and its outcome."""
    return asyncio.run(_play(bots, rules, seed))


async def _play(bots: Mapping[str, Bot], rules: MatchRules, seed: bytes) -> tuple[Sequence[Line], Outcome]:
    (spec,) = specs(rules, list(bots), 1, seed)
    _, outcome = await LocalTable(bots).play(spec)
    return list(lines(unpack(outcome.log))), outcome


def house(seats: int) -> dict[str, Bot]:
    """A greedy and random bots with names of several lengths; they play the same match each time."""
    bots: dict[str, Bot] = {"Ada": GreedyBot()}
    for number, name in enumerate(("Benedict the Second", "Cleo", "Dan")[: seats - 1]):
        bots[name] = RandomBot(number)
    return bots
