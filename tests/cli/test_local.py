"""Local play: the server's referee, the bytes of the protocol, and nothing else."""

import asyncio

import pytest

from muggins.cli.play import Tally, names_of, specs
from muggins.games.match import MatchRules
from muggins.referee.outcome import Termination
from muggins_bot.bot import Bot
from muggins_bot.messages import MatchEnd, MatchStart, Notice
from muggins_bot.turn import Turn
from tests.cli.matches import house, play


class First(Bot):
    """Plays the first legal move, and remembers what it was told."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def decide(self, turn: Turn) -> str:
        return turn.legal_moves[0]

    def match_started(self, start: MatchStart) -> None:
        self.told.append(start)

    def match_ended(self, end: MatchEnd) -> None:
        self.told.append(end)

    def notice(self, notice: Notice) -> None:
        self.told.append(notice)


class Later(First):
    """Thinks without holding up anybody."""

    async def decide(self, turn: Turn) -> str:  # type: ignore[override]  # as Bot.decide allows
        await asyncio.sleep(0)
        return turn.legal_moves[0]


class Nonsense(First):
    def decide(self, turn: Turn) -> str:
        return "7-7"


@pytest.mark.parametrize("game", ["cribbage", "fives-and-threes"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_game_is_played_to_its_end(game: str, seats: int) -> None:
    _, outcome = play(house(seats), MatchRules(game, seats))
    assert outcome.termination is Termination.FINISHED
    assert all(not seat.faults for seat in outcome.seats)


def test_a_seed_repeats_the_deals_and_so_the_moves_of_bots_without_luck() -> None:
    rules = MatchRules("cribbage", 2)
    moves = [
        [line["move"] for line in play({"a": First(), "b": First()}, rules, seed)[0] if line["kind"] == "decision"]
        for seed in (b"x", b"x", b"y")
    ]
    assert moves[0] == moves[1] != moves[2]


def test_async_bots_play_the_same_match() -> None:
    rules = MatchRules("fives-and-threes", 2)
    sync, _ = play({"a": First(), "b": First()}, rules)
    later, _ = play({"a": Later(), "b": First()}, rules)
    events = [[line for line in log if "n" in line] for log in (sync, later)]
    assert events[0] == events[1]


def test_bots_are_told_how_a_match_begins_and_ends() -> None:
    bot = First()
    play({"a": bot, "b": First()}, MatchRules("fives-and-threes", 2))
    start, end = bot.told
    assert isinstance(start, MatchStart)
    assert start.bots == ("a", "b")
    assert isinstance(end, MatchEnd)
    assert end.termination == "finished"


def test_nonsense_is_a_fault_as_on_a_server() -> None:
    bot = Nonsense()
    log, outcome = play({"a": bot, "b": First()}, MatchRules("cribbage", 2))
    assert outcome.termination is Termination.FORFEIT_ILLEGAL
    assert outcome.seats[0].faults == {"illegal": 3}
    assert [line["text"] for line in log if line["kind"] == "fault"] == ["7-7"] * 3
    assert [told.kind for told in bot.told if isinstance(told, Notice)] == ["illegal_move"] * 3 + ["out"]


def test_seats_rotate_and_partners_stay_together() -> None:
    names = ["a", "b", "c", "d"]
    drawn = [spec.bots for spec in specs(MatchRules("cribbage", 4), names, 4, b"")]
    assert {bots[0] for bots in drawn} == set(names)
    assert all({bots[0], bots[2]} in ({"a", "c"}, {"b", "d"}) for bots in drawn)
    assert len({spec.server_seed for spec in specs(MatchRules("cribbage", 4), names, 4, b"")}) == 4


def test_a_tally_tells_wins_draws_and_losses_apart() -> None:
    _, outcome = play({"a": Nonsense(), "b": First()}, MatchRules("cribbage", 2))
    loser, winner = Tally(), Tally()
    loser.add(outcome, 0, [("d", 0, "5H", 100, 300, 0), ("d", 1, "5H", 100, 200, 0), ("b",)])
    winner.add(outcome, 1, [])
    assert (loser.won, loser.drawn, loser.lost, loser.seconds) == (0, 0, 1, [0.0002])
    assert (winner.won, winner.drawn, winner.lost) == (1, 0, 0)
    assert winner.row("b")["win %"] == 100.0


def test_bots_of_one_name_get_numbers() -> None:
    assert names_of(["my/bot.py:Bot", "greedy", "greedy", "Bot"]) == ["Bot", "greedy", "greedy-2", "Bot-2"]
