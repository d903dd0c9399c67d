"""Answers that come too late, twice, to no turn, or to somebody else's."""

import random
from typing import Any

from muggins.v1 import play_pb2
from tests.referee.hand import Hand
from tests.referee.scripted import ScriptedBot, choice
from tests.referee.table import FakeChannel, Table, spec


def notices(hand: Hand) -> list[tuple[int, str, str]]:
    return [(notice.kind, notice.match_id, notice.text) for notice in hand.channel.notices]


def taken(channel: FakeChannel) -> list[play_pb2.Turn]:
    """The turns that came since the last look."""
    turns = channel.turns
    channel.said.clear()
    return turns


def seated(*others: str, game: str = "cribbage", **rules: Any) -> Hand:
    hand = Hand(Table())
    names = others or ("other",)
    for name in names:
        ScriptedBot(hand.table, name)
    hand.start(spec(game, "hand", *names, **rules))
    hand.wait()
    return hand


def test_stale_01_an_answer_after_the_end_gets_a_notice_and_changes_nothing() -> None:
    hand = seated()
    turn = hand.turn
    hand.table.referee.stop("m", "cancelled")
    hand.send(turn.turn_id, turn.legal_moves[0])
    hand.table.play("m")
    hand.send(turn.turn_id, turn.legal_moves[0])
    assert hand.channel.kinds == ["NOT_PENDING"] * 2
    assert [notice.turn_id for notice in hand.channel.notices] == [turn.turn_id] * 2
    assert len(hand.table.ended["m"]) == 1


def test_stale_03_a_second_answer_changes_nothing() -> None:
    for second in ("the same", "another"):
        hand = seated()
        turn = hand.turn
        move = choice(turn.legal_moves)
        hand.send(turn.turn_id, move)
        hand.send(turn.turn_id, move if second == "the same" else turn.legal_moves[0])
        hand.play_on()
        (ended,) = hand.table.play("m")
        mine = [entry for entry in ended.document["entries"] if entry[0] == "d" and entry[1] == 0]
        assert mine[0][2] == move
        assert len(mine) == len(hand.channel.turns)
        assert hand.channel.kinds == ["NOT_PENDING"]
        assert ended.outcome.seats[0].faults == {}


def test_stale_05_answers_in_any_order_each_reach_their_own_match() -> None:
    """Fifty matches at once, answered in a random order, end as they do one answer at a time."""
    finals = []
    for shuffled in (False, True):
        table, rng = Table(), random.Random(5)
        channels = {name: table.connect(name) for name in ("ann", "bob")}
        for number in range(50):
            table.start(spec("fives-and-threes", "ann", "bob", match_id=str(number), seed=bytes([number]) * 32))
        while waiting := [(name, turn) for name, channel in channels.items() for turn in taken(channel)]:
            if shuffled:
                rng.shuffle(waiting)
            for name, turn in waiting:
                table.decide(name, channels[name], turn.turn_id, choice(turn.legal_moves))
        finals.append({match: ended[0].outcome.scores for match, ended in table.ended.items()})
    assert finals[0] == finals[1]
    assert len(set(finals[0].values())) > 10


def test_the_turn_of_another_bot_is_as_unknown_as_one_that_never_was() -> None:
    table = Table()
    mine, theirs = Hand(table, "mine"), Hand(table, "theirs")
    third = Hand(table, "third")
    table.start(spec("cribbage", "mine", "third", match_id="a"))
    table.start(spec("cribbage", "theirs", "third", match_id="b"))
    foreign = theirs.turn
    mine.send(foreign.turn_id, foreign.legal_moves[0])
    mine.send(foreign.turn_id ^ 1, foreign.legal_moves[0])
    mine.send(foreign.turn_id, "nonsense")
    assert len(set(notices(mine))) == 1
    assert notices(mine)[0][:2] == (play_pb2.NOTICE_KIND_NOT_PENDING, "")
    assert theirs.asked
    assert not theirs.channel.notices
    assert not third.channel.notices


def test_a_session_that_was_taken_over_answers_no_more() -> None:
    table = Table()
    hand = Hand(table, "hand")
    ScriptedBot(table, "other")
    hand.start(spec("cribbage", "hand", "other"))
    turn = hand.turn
    old = hand.come_back()
    table.decide("hand", old, turn.turn_id, turn.legal_moves[0])
    assert old.kinds == ["SUPERSEDED", "NOT_PENDING"]
    assert hand.asked


def test_turn_ids_are_unique_and_count_nothing() -> None:
    table = Table()
    hands = [Hand(table, name) for name in ("ann", "bob", "cyd")]
    for number in range(30):
        table.start(spec("cribbage", "ann", "bob", "cyd", match_id=f"m{number}", seed=bytes([number]) * 32))
    ids = [turn.turn_id for hand in hands for turn in hand.channel.turns]
    assert len(ids) == len(set(ids)) == 90
    ones = sum(bin(turn_id).count("1") for turn_id in ids) / len(ids)
    assert 29 < ones < 35  # of 64 bits
    gaps = {later - earlier for earlier, later in zip(sorted(ids), sorted(ids)[1:], strict=False)}
    assert len(gaps) == 89


def test_two_processes_give_the_same_turn_other_ids() -> None:
    """The key of the ids is drawn anew for each process: nobody can tell a turn's place from its id."""
    ids = []
    for key in (bytes(32), b"\x01" * 32):
        table = Table()
        table.referee._secret = key
        hand = Hand(table)
        ScriptedBot(table, "other")
        hand.start(spec("cribbage", "hand", "other"))
        ids.append(hand.turn.turn_id)
    assert ids[0] != ids[1]


def test_a_move_is_accepted_in_any_order_of_its_pieces_and_recorded_in_one() -> None:
    hand = seated()
    wanted = hand.turn.legal_moves[3]
    hand.send(hand.turn.turn_id, ",".join(reversed(wanted.split(","))))
    live = hand.table.referee.live["m"]
    assert [entry[2] for entry in live.record.entries() if entry[:2] == ("d", 0)] == [wanted]
