"""The kit without a network, as local play uses it."""

import pytest

from muggins.v1 import play_pb2
from muggins_bot import Bot, MatchEnd, MatchStart, Notice, Player, SideResult, Turn
from tests.clients.referee import answers, start, turn


class Diary(Bot):
    """Takes the last move, and writes down what it hears."""

    def __init__(self) -> None:
        self.heard: list[object] = []

    def decide(self, turn: Turn) -> str:
        return turn.legal_moves[-1]

    def match_started(self, start: MatchStart) -> None:
        self.heard.append(start)

    def match_ended(self, end: MatchEnd) -> None:
        self.heard.append(end)

    def notice(self, notice: Notice) -> None:
        self.heard.append(notice)


def test_bytes_and_messages_are_the_same_to_it() -> None:
    message = play_pb2.PlayResponse(turns=[turn(1), turn(2)])
    assert answers(Player(Diary()).feed(message)) == {1: "6-6", 2: "6-6"}
    assert answers(Player(Diary()).feed(message.SerializeToString())) == {1: "6-6", 2: "6-6"}


def test_nothing_to_say_is_an_empty_message() -> None:
    assert Player(Diary()).feed(play_pb2.PlayResponse()) == play_pb2.PlayRequest()


def test_the_bot_hears_of_its_matches_in_typed_words() -> None:
    bot = Diary()
    player = Player(bot)
    player.feed(play_pb2.PlayResponse(starts=[start("m", seat=1)]))
    notice = play_pb2.Notice(kind=play_pb2.NOTICE_KIND_ILLEGAL_MOVE, match_id="m", turn_id=3, text="no such tile")
    player.feed(play_pb2.PlayResponse(notices=[notice]))
    sides = [play_pb2.SideResult(points=1, place=0, score=61), play_pb2.SideResult(points=0, place=1, score=40)]
    end = play_pb2.MatchEnd(match_id="m", termination=play_pb2.TERMINATION_FORFEIT_TIMEOUT, sides=sides)
    player.feed(play_pb2.PlayResponse(ends=[end]))
    assert bot.heard == [
        MatchStart("m", "fives-and-threes", 0, 1, ("tester", "other"), {}, 0, 0, "", False),
        Notice("illegal_move", "m", 3, "no such tile"),
        MatchEnd("m", "forfeit_timeout", (SideResult(1, 0, 61), SideResult(0, 1, 40)), 0.0, 0.0),
    ]
    assert not player.matches


def test_a_hook_that_fails_ends_nothing(caplog: pytest.LogCaptureFixture) -> None:
    class Clumsy(Diary):
        def match_started(self, start: MatchStart) -> None:
            raise RuntimeError("dropped it")

    request = Player(Clumsy()).feed(play_pb2.PlayResponse(starts=[start("m")], turns=[turn(1)]))
    assert [ready.match_id for ready in request.ready] == ["m"]
    assert answers(request) == {1: "6-6"}
    assert "RuntimeError: dropped it" in caplog.text


def test_every_match_has_entropy_of_its_own() -> None:
    request = Player(Diary()).feed(play_pb2.PlayResponse(starts=[start("a"), start("b")]))
    assert len({ready.entropy_commitment for ready in request.ready}) == 2


def test_commitments_of_a_match_that_it_does_not_play_are_not_answered() -> None:
    shown = play_pb2.Commitments(match_id="stranger", entropy_commitments=[b"", b""])
    assert not Player(Diary()).feed(play_pb2.PlayResponse(commitments=[shown])).reveals


def test_a_bot_without_decide_says_so(caplog: pytest.LogCaptureFixture) -> None:
    assert not Player(Bot()).feed(play_pb2.PlayResponse(turns=[turn(1)])).decisions
    assert "Bot has no decide(turn)" in caplog.text
