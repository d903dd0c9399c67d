"""The bot kit of muggins: inherit from Bot, write ``decide``, call ``main``, and the kit does the rest."""

from muggins_bot.bot import Bot
from muggins_bot.cli import main
from muggins_bot.connection import Connection, run
from muggins_bot.messages import Event, MatchEnd, MatchStart, Notice, SideResult
from muggins_bot.player import Player
from muggins_bot.turn import Clock, Turn
from muggins_bot.views import CribbageView, ExtensionView, FivesView, View

__all__ = [
    "Bot",
    "Clock",
    "Connection",
    "CribbageView",
    "Event",
    "ExtensionView",
    "FivesView",
    "MatchEnd",
    "MatchStart",
    "Notice",
    "Player",
    "SideResult",
    "Turn",
    "View",
    "main",
    "run",
]
