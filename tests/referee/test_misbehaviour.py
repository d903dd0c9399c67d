"""Each way to misbehave, in each phase of each game, at each size of table, once and always.

Whatever a bot does: its match has one end, within its bound and with the right blame; the other seats are told what
they would be told if the bot had made the same moves in peace; and the matches beside it do not feel it.
"""

from functools import cache

import pytest

from muggins.v1 import play_pb2
from tests.referee.clock import BEGINNING
from tests.referee.scripted import FAULTS, Flag, Puppet, ScriptedBot
from tests.referee.table import TIME, Ended, Table, spec

PHASES = {"cribbage": ("lay-away", "play"), "fives-and-threes": ("opening", "middle")}
TABLES = [(game, seats, phase) for game, phases in PHASES.items() for seats in (2, 3, 4) for phase in phases]
ALWAYS = 10_000
CASES = [(flag, times) for flag in Flag for times in (1, ALWAYS) if flag != Flag.HONEST]
CASES.remove((Flag.FLAPS, ALWAYS))  # who does that at every turn has no time left to answer
SHORT = {"disconnected": "disconnect"}  # in the name of a termination


class Evening:
    """Three matches at once: of the misbehaving bot, of the same bots, and of two others."""

    def __init__(self, game: str, seats: int) -> None:
        self.table = Table()
        self.game = game
        self.names = [f"bot{seat}" for seat in range(seats)]
        self.bots: list[ScriptedBot] = []

    def sit_down(self, flag: Flag = Flag.HONEST, phase: str = "", times: int = 0) -> None:
        table = self.table
        self.bots = [ScriptedBot(table, name) for name in self.names[:-1]]
        self.bots.append(ScriptedBot(table, self.names[-1], flag, "m", phase, times))
        self.bots[-1].foreign = lambda: next(iter(table.pending("left")), 1)
        for name in ("left", "right"):
            ScriptedBot(table, name)

    def play(self) -> dict[str, Ended]:
        table = self.table
        table.start(spec(self.game, *self.names, match_id="m"))
        table.start(spec(self.game, *self.names, match_id="same", seed=b"\x02" * 32))
        table.start(spec(self.game, "left", "right", match_id="others", seed=b"\x03" * 32))
        table.play("m", "same", "others")
        table.clock.advance(3600)
        assert {match: len(ended) for match, ended in table.ended.items()} == {"m": 1, "same": 1, "others": 1}
        assert not table.referee.live
        assert not any(table.pending(bot) for bot in (*self.names, "left", "right"))
        return {match: ended for match, (ended,) in table.ended.items()}


def moves(ended: Ended) -> dict[int, list[str]]:
    """The moves of each seat, whoever made them for it."""
    by_seat: dict[int, list[str]] = {}
    for kind, *entry in ended.document["entries"]:
        if kind in "dm":
            by_seat.setdefault(entry[0], []).append(entry[1])
    return by_seat


@cache
def quiet(game: str, seats: int) -> dict[str, dict[int, list[str]]]:
    """The moves of the matches of an evening without any trouble."""
    evening = Evening(game, seats)
    evening.sit_down()
    return {match: moves(ended) for match, ended in evening.play().items()}


def told(bot: ScriptedBot, match_id: str) -> list[play_pb2.PlayResponse]:
    """What a bot was told of a match before its end."""
    return [response for response in bot.channel.said if about(response, match_id)]


def about(response: play_pb2.PlayResponse, match_id: str) -> bool:
    named = [start.match_id for start in response.starts] + [notice.match_id for notice in response.notices]
    return match_id in (*named, *(turn.match_id for turn in response.turns))


@pytest.mark.parametrize(("flag", "times"), CASES)
@pytest.mark.parametrize(("game", "seats", "phase"), TABLES)
def test_a_misbehaving_bot_harms_itself_alone(game: str, seats: int, phase: str, flag: Flag, times: int) -> None:
    evening = Evening(game, seats)
    evening.sit_down(flag, phase, times)
    ended = evening.play()
    assert evening.bots[-1].left < times  # it had occasion

    assert_blame(ended["m"], flag, times)
    assert_in_time(ended["m"])
    assert_undisturbed(ended, quiet(game, seats), flag)
    assert_others_learn_nothing(evening, ended["m"])


def assert_blame(ended: Ended, flag: Flag, times: int) -> None:
    *others, mine = ended.outcome.seats
    assert all(not other.faults and not other.struck_out for other in others)
    faults = sum(mine.faults.values())
    kind = FAULTS.get(flag, "")
    assert set(mine.faults) == ({kind} if kind else set())
    assert faults in ((0,) if not kind else (1,) if times == 1 else (1, 2, 3))
    assert mine.struck_out == (faults == TIME.max_strikes)
    assert ended.outcome.termination == (f"forfeit_{SHORT.get(kind, kind)}" if mine.struck_out else "finished")


def assert_in_time(ended: Ended) -> None:
    """No match lasts longer than the budgets of its seats together."""
    asked = sum(len(made) + 1 for made in moves(ended).values())
    seats = len(ended.document["bots"])
    assert ended.at - BEGINNING < seats * (TIME.start_up + TIME.bank) + asked * (TIME.move + TIME.margin)


def assert_undisturbed(ended: dict[str, Ended], peace: dict[str, dict[int, list[str]]], flag: Flag) -> None:
    """Matches beside it go on as if nothing were; and so does its own where the bot only made noise."""
    untouched = {"others"}
    untouched |= set() if flag == Flag.LEAVES else {"same"}  # who is away is away in every match
    untouched |= set() if flag in FAULTS else {"m"}
    for match in untouched:
        assert moves(ended[match]) == peace[match]
        assert ended[match].outcome.termination == "finished"
        assert not any(seat.faults for seat in ended[match].outcome.seats)


def assert_others_learn_nothing(evening: Evening, ended: Ended) -> None:
    """The other seats are told, byte for byte, what they are told where a bot makes those moves of its own accord."""
    heard = [told(bot, "m") for bot in evening.bots[:-1]]
    table = Table()
    others = [ScriptedBot(table, bot.name) for bot in evening.bots[:-1]]
    Puppet(table, evening.names[-1], moves(ended).get(len(others), []))
    table.start(spec(evening.game, *evening.names, match_id="m"))
    table.clock.run(lambda: all(len(told(b, "m")) >= len(h) for b, h in zip(others, heard, strict=True)), 100)
    assert [told(b, "m")[: len(h)] for b, h in zip(others, heard, strict=True)] == heard
