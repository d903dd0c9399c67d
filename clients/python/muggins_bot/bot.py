"""What a bot is: a name for its version, what it plays, and how it decides."""

from collections.abc import Awaitable
from typing import ClassVar

from muggins_bot.messages import MatchEnd, MatchStart, Notice
from muggins_bot.turn import Turn


class Bot:
    """A bot.  Inherit, and write ``decide``; everything else may stay as it is.

    One object plays all matches of a session, so whatever it remembers belongs under ``turn.match_id``.
    """

    version: ClassVar[str] = "1"  # your own name for this version, at most 32 characters
    games: ClassVar[tuple[str, ...]] = ()  # such as ("cribbage",); empty means all
    seats: ClassVar[tuple[int, ...]] = ()  # the numbers of seats it plays with; empty means all
    max_matches: ClassVar[int] = 8  # how many matches it plays at once
    share: ClassVar[bool] = False  # True where several sessions of the bot share its matches

    def decide(self, turn: Turn) -> str | Awaitable[str]:
        """One of ``turn.legal_moves``.  May be ``async def``; then turns of several matches are thought about at once.

        An exception is printed, and the turn is left to its clock: the kit never plays a move in the bot's place.
        """
        raise NotImplementedError(f"{type(self).__name__} has no decide(turn)")

    def match_started(self, start: MatchStart) -> None:
        """Called once for each match, in the start-up time, before its first turn."""

    def match_ended(self, end: MatchEnd) -> None:
        """Called when a match has its result."""

    def notice(self, notice: Notice) -> None:
        """Called when the server has something to say, such as that a move was illegal."""
