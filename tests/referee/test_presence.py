"""Sessions: who is here, who takes over, who shares, who says goodbye."""

from dataclasses import replace

import pytest

from muggins.referee.people import Ability
from tests.referee.hand import Hand
from tests.referee.scripted import THINKS, ScriptedBot
from tests.referee.table import MANY, TIME, Table, spec

SHARED = replace(MANY, share=True)
DOMINOES = "fives-and-threes"


def seated(ability: Ability = MANY) -> Hand:
    hand = Hand(Table(), ability=ability)
    ScriptedBot(hand.table, "other")
    hand.start(spec("cribbage", "hand", "other"))
    return hand


def test_who_comes_back_is_sent_the_same_turn_with_the_time_that_is_left() -> None:
    hand = seated()
    before = hand.turn
    hand.go()
    hand.table.clock.advance(2.5)
    hand.come_back()
    assert [start.match_id for start in hand.channel.starts] == ["m"]
    assert hand.turn.turn_id == before.turn_id
    assert hand.turn.clock.move_left_us == before.clock.move_left_us - 2_500_000
    again = type(before).FromString(hand.turn.SerializeToString())
    again.clock.CopyFrom(before.clock)
    assert again == before


def test_who_went_off_turn_is_asked_when_it_is_back_and_its_clock_has_run_since_its_turn_came() -> None:
    table = Table()
    hands = [Hand(table, "ann"), Hand(table, "bob")]
    table.start(spec(DOMINOES, "ann", "bob"))
    on_turn, off_turn = hands if hands[0].asked else hands[::-1]
    off_turn.go()
    table.clock.advance(3.0)
    on_turn.answer()
    table.clock.advance(1.0)
    off_turn.come_back()
    assert off_turn.turn.clock.move_left_us == 5_000_000  # of six: only its own turn counts
    off_turn.answer()
    assert table.referee.live["m"].players[0].faults == []


def test_presence_05_a_new_session_takes_over_at_once() -> None:
    hand = seated()
    pending = hand.turn.turn_id
    old = hand.come_back()
    assert old.closed
    assert old.kinds == ["SUPERSEDED"]
    assert hand.turn.turn_id == pending
    hand.table.disconnect("hand", old)  # the old one is noticed to be gone much later
    hand.answer()
    assert hand.asked
    assert hand.channel.kinds == []


def test_a_session_that_was_taken_over_keeps_no_turn_to_send() -> None:
    hand = seated()
    old = hand.come_back()
    assert old.withdrawn == [hand.turn.turn_id]


def test_presence_03_coming_back_twenty_times_in_two_seconds_harms_nobody() -> None:
    hand = seated()
    for _ in range(20):
        hand.table.clock.advance(0.1)
        hand.come_back()
    hand.play_on()
    (ended,) = hand.table.play("m")
    assert ended.outcome.termination == "finished"
    assert all(not seat.faults for seat in ended.outcome.seats)


def test_sessions_that_both_share_divide_the_matches() -> None:
    table = Table()
    first, second = table.connect("pair", SHARED), table.connect("pair", SHARED)
    ScriptedBot(table, "other")
    for number in range(8):
        table.start(spec("cribbage", "pair", "other", match_id=str(number)))
    assert [len(first.starts), len(second.starts)] == [4, 4]
    assert not first.closed


@pytest.mark.parametrize("abilities", [(SHARED, MANY), (MANY, SHARED)])
def test_one_that_does_not_share_takes_over_all(abilities: tuple[Ability, Ability]) -> None:
    table = Table()
    channels = [table.connect("pair", ability) for ability in abilities]
    assert [channel.closed for channel in channels] == [True, False]


def test_where_one_of_two_sharers_goes_the_other_goes_on_with_its_turns() -> None:
    table = Table()
    channels = [table.connect("pair", SHARED), table.connect("pair", SHARED)]
    ScriptedBot(table, "other")
    table.start(spec("cribbage", "pair", "other"))
    holder = next(channel for channel in channels if channel.turns)
    heir = next(channel for channel in channels if not channel.turns)
    table.disconnect("pair", holder)
    assert [turn.turn_id for turn in heir.turns] == [turn.turn_id for turn in holder.turns]
    table.decide("pair", heir, heir.turns[0].turn_id, heir.turns[0].legal_moves[0])
    assert heir.kinds == []


def test_only_the_session_that_was_asked_may_answer_among_sharers() -> None:
    table = Table()
    channels = [table.connect("pair", SHARED), table.connect("pair", SHARED)]
    ScriptedBot(table, "other")
    table.start(spec("cribbage", "pair", "other"))
    holder, other = sorted(channels, key=lambda channel: -len(channel.turns))
    table.decide("pair", other, holder.turns[0].turn_id, holder.turns[0].legal_moves[0])
    assert other.kinds == ["NOT_PENDING"]
    assert table.pending("pair") == [holder.turns[0].turn_id]


def test_after_goodbye_running_matches_are_finished_and_the_session_is_closed() -> None:
    hand = seated()
    lobby = hand.table.referee.lobby
    lobby.goodbye("hand", hand.channel)
    assert not hand.channel.closed
    assert lobby.bot("hand").free() <= 0
    assert not lobby.bot("hand").plays("cribbage", 2)
    hand.play_on()
    hand.table.play("m")
    assert hand.channel.closed
    assert [end.match_id for end in hand.channel.ends] == ["m"]


def test_goodbye_without_matches_closes_at_once() -> None:
    table = Table()
    channel = table.connect("ann")
    table.referee.lobby.goodbye("ann", channel)
    assert channel.closed


def test_a_sharer_that_leaves_does_not_take_the_room_of_the_one_that_stays() -> None:
    table = Table()
    leaving = table.connect("pair", replace(SHARED, max_matches=8))
    ScriptedBot(table, "other")
    for number in range(3):
        table.start(spec("cribbage", "pair", "other", match_id=str(number)))
    table.connect("pair", replace(SHARED, max_matches=2))
    table.referee.lobby.goodbye("pair", leaving)
    assert table.referee.lobby.bot("pair").free() == 2


def test_a_bot_has_room_again_only_when_the_end_was_told() -> None:
    hand = seated(replace(MANY, max_matches=1))
    presence = hand.table.referee.lobby.bot("hand")
    assert presence.free() == 0
    hand.table.referee.stop("m", "cancelled")
    assert presence.free() == 0
    hand.table.play("m")
    assert presence.free() == 1


def test_a_match_goes_to_a_session_that_plays_it() -> None:
    table = Table()
    cribbage = table.connect("pair", replace(SHARED, games=frozenset({"cribbage"})))
    dominoes = table.connect("pair", replace(SHARED, games=frozenset({DOMINOES}), seats=frozenset({2})))
    ScriptedBot(table, "other")
    table.start(spec(DOMINOES, "pair", "other", match_id="d"))
    table.start(spec("cribbage", "pair", "other", match_id="c"))
    assert ([s.match_id for s in cribbage.starts], [s.match_id for s in dominoes.starts]) == (["c"], ["d"])
    assert not table.referee.lobby.bot("pair").plays(DOMINOES, 3)


def test_who_was_away_when_its_match_ended_hears_no_more_of_it() -> None:
    hand = seated()
    hand.go()
    (ended,) = hand.table.play("m")
    assert ended.outcome.termination == "forfeit_disconnect"
    hand.come_back()
    assert hand.channel.said == []


def test_who_comes_back_between_the_end_and_its_storing_is_told_the_end() -> None:
    hand = seated()
    hand.go()
    hand.table.referee.stop("m", "cancelled")
    hand.come_back()
    hand.table.play("m")
    assert [end.match_id for end in hand.channel.ends] == ["m"]
    assert hand.channel.turns == []


@pytest.mark.parametrize("moment", ["queued", "on turn", "off turn", "between"])
def test_liveness_03_a_bot_that_crashes_in_any_state_leaves_no_match_waiting(moment: str) -> None:
    table = Table()
    bot = ScriptedBot(table, "crash")
    ScriptedBot(table, "other")
    if moment == "queued":
        bot.go()
    table.start(spec(DOMINOES, "crash", "other"))
    waits = {"on turn": lambda: table.pending("crash"), "off turn": lambda: table.pending("other")}
    if moment in waits:
        table.clock.run(lambda: bool(waits[moment]()), 10)
        bot.go()
    elif moment == "between":
        table.clock.call_later(THINKS * 1.5, bot.go)
    (ended,) = table.play("m", limit=TIME.start_up + 3 * (TIME.move + TIME.margin) + TIME.bank + 10)
    assert ended.outcome.termination == "forfeit_disconnect"
    assert ended.outcome.places == (1, 0)
    assert not table.referee.live


def test_side_03_no_seat_is_told_how_long_another_thought() -> None:
    """The same moves after other think times: what the others are told is the same, byte for byte."""
    told = []
    for after in (0.0, 0.25, 0.75):
        hand = Hand(Table())
        other = ScriptedBot(hand.table, "other")
        hand.start(spec("cribbage", "hand", "other"))
        while hand.asked:
            hand.answer(after)
        hand.table.play("m")
        told.append([response.SerializeToString() for response in other.channel.said if response.turns])
    assert told[0] == told[1] == told[2]
    assert len(told[0]) > 10
