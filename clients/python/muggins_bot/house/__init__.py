"""The bots that ship with the server: each plays both games with any number of seats."""

from typing import Final

from muggins_bot.bot import Bot
from muggins_bot.house.expert import ExpertBot
from muggins_bot.house.greedy import GreedyBot
from muggins_bot.house.random_bot import RandomBot
from muggins_bot.house.steady import SteadyBot

__all__ = ["HOUSE", "ExpertBot", "GreedyBot", "RandomBot", "SteadyBot"]

HOUSE: Final[dict[str, type[Bot]]] = {
    "expert": ExpertBot,
    "greedy": GreedyBot,
    "random": RandomBot,
    "steady": SteadyBot,
}
