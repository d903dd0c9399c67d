"""From the match start to the first deal: readiness, commitments, entropy."""

from dataclasses import replace
from typing import Any

import pytest

from muggins.games.dealing import SeededDeals, commitment, match_seed
from muggins.games.match import Match
from muggins.referee.log import seed_of
from muggins.referee.people import Ability
from tests.referee.hand import Hand
from tests.referee.scripted import ScriptedBot
from tests.referee.table import MANY, TIME, Ended, Table, spec

READY = Ability(version="1", max_matches=8, ready=True)
FAIR = Ability(version="1", max_matches=8, ready=True, entropy=True)
ENTROPY = b"\x07" * 32
PROMISE = commitment(ENTROPY)


def seated(ability: Ability = FAIR, *others: str, **changes: Any) -> Hand:
    """A match of a bot of that ability, played by hand, against bots that need no handshake."""
    hand = Hand(Table(), ability=ability)
    names = others or ("other",)
    for name in names:
        ScriptedBot(hand.table, name)
    hand.start(spec("cribbage", "hand", *names, time=replace(TIME, **changes)))
    return hand


def dealt(hand: Hand) -> bool:
    return hand.table.referee.live["m"].match is not None


def end(hand: Hand) -> Ended:
    hand.play_on()
    return hand.table.play("m")[0]


def test_nothing_is_dealt_before_every_seat_that_said_it_would_is_ready() -> None:
    table = Table()
    hands = [Hand(table, name, READY) for name in ("ann", "bob")]
    table.start(spec("cribbage", "ann", "bob"))
    assert [len(hand.channel.starts) for hand in hands] == [1, 1]
    hands[0].say_ready()
    assert "m" in table.referee.live
    assert not dealt(hands[0])
    hands[1].say_ready()
    assert dealt(hands[0])


def test_who_never_gets_ready_has_a_strike_and_the_match_begins_without_waiting_longer() -> None:
    hand = seated(READY)
    hand.table.clock.advance(TIME.start_up + TIME.margin - 0.001)
    assert not dealt(hand)
    hand.table.clock.advance(0.002)
    assert dealt(hand)
    assert hand.channel.kinds == ["TIMEOUT"]
    assert hand.turn.clock.strikes == 1
    assert hand.turn.clock.move_left_us == 1_000_000  # the start-up budget is spent
    assert end(hand).outcome.seats[0].faults == {"timeout": 1}


def test_who_vanishes_before_getting_ready_is_called_disconnected() -> None:
    hand = seated(READY)
    hand.go()
    hand.table.clock.advance(TIME.start_up + TIME.margin)
    hand.come_back(READY)
    assert end(hand).outcome.seats[0].faults == {"disconnected": 1}


def test_a_commitment_is_shown_only_when_all_have_promised_and_then_to_those_who_did() -> None:
    table = Table()
    ann, bob = Hand(table, "ann", FAIR), Hand(table, "bob", FAIR)
    plain = ScriptedBot(table, "plain")
    table.start(spec("cribbage", "ann", "plain", "bob"))
    ann.say_ready(PROMISE)
    assert not any(response.commitments for response in ann.channel.said)
    bob.say_ready(commitment(b"\x08" * 32))
    shown = [list(said.entropy_commitments) for response in ann.channel.said for said in response.commitments]
    assert shown == [[PROMISE, b"", commitment(b"\x08" * 32)]]
    assert not any(response.commitments for response in plain.channel.said)
    assert not dealt(ann)


def test_the_deal_hangs_on_the_server_and_on_all_who_revealed() -> None:
    hand = seated()
    hand.say_ready(PROMISE)
    hand.reveal(ENTROPY)
    ended = end(hand)
    seed = match_seed(b"\x01" * 32, [ENTROPY, None])
    assert seed_of(ended.document) == seed
    again = Match(spec("cribbage", "hand", "other").rules, SeededDeals(seed))
    hands = [event for event in again.begin() if event.kind == "hand"]
    assert [event for _, event in ended.events if event.kind == "hand"][:2] == hands
    assert list(hand.channel.ends[0].entropies) == [ENTROPY, b""]
    assert commitment(hand.channel.ends[0].server_seed) == hand.channel.starts[0].server_commitment


def test_a_wrong_reveal_is_a_strike_and_counts_as_zeros() -> None:
    hand = seated()
    hand.say_ready(PROMISE)
    hand.reveal(b"\x09" * 32)
    assert dealt(hand)
    assert hand.channel.kinds == ["PROTOCOL"]
    ended = end(hand)
    assert ended.outcome.seats[0].faults == {"protocol": 1}
    assert ended.document["entropies"] == [None, None]


def test_who_says_that_it_reveals_nothing_has_no_strike() -> None:
    hand = seated()
    hand.say_ready(PROMISE)
    hand.reveal(b"")
    assert dealt(hand)
    assert end(hand).outcome.seats[0].faults == {}


def test_who_does_not_reveal_in_time_has_a_strike() -> None:
    hand = seated()
    hand.table.clock.advance(2.0)
    hand.say_ready(PROMISE)
    hand.table.clock.advance(TIME.start_up - 2.0 + TIME.margin - 0.001)  # one budget for both steps
    assert not dealt(hand)
    hand.table.clock.advance(0.002)
    assert dealt(hand)
    assert end(hand).outcome.seats[0].faults == {"timeout": 1}


@pytest.mark.parametrize("promise", [b"", b"short", bytes(33)])
def test_a_commitment_of_another_length_is_none(promise: bytes) -> None:
    hand = seated()
    hand.say_ready(promise)
    assert dealt(hand)
    assert end(hand).document["commitments"] == ["", ""]


def test_a_second_ready_and_a_reveal_that_nobody_asked_for_change_nothing() -> None:
    table = Table()
    ann, bob = Hand(table, "ann", FAIR), Hand(table, "bob", FAIR)
    table.start(spec("cribbage", "ann", "bob"))
    ann.reveal(ENTROPY)
    ann.say_ready(PROMISE)
    ann.say_ready(commitment(b"\x10" * 32))
    bob.say_ready()
    ann.reveal(ENTROPY)
    ann.reveal(b"\x10" * 32)
    ann.say_ready(PROMISE)
    bob.say_ready(match_id="another")
    assert dealt(ann)
    players = table.referee.live["m"].players
    assert [player.entropy for player in players] == [ENTROPY, None]
    assert [player.faults for player in players] == [[], []]


def test_who_comes_back_in_the_middle_is_shown_the_commitments_again_and_can_reveal() -> None:
    hand = seated()
    hand.say_ready(PROMISE)
    hand.go()
    hand.table.clock.advance(1.0)
    hand.come_back(FAIR)
    assert [start.match_id for start in hand.channel.starts] == ["m"]
    assert sum(len(response.commitments) for response in hand.channel.said) == 1
    hand.reveal(ENTROPY)
    assert end(hand).document["entropies"] == [ENTROPY.hex(), None]


def test_who_comes_back_without_the_feature_is_waited_for_no_longer() -> None:
    """What a session did not name among its features is never asked of it."""
    hand = seated(READY)
    hand.table.clock.advance(1.0)
    hand.come_back(MANY)
    assert dealt(hand)
    assert hand.turn.clock.move_left_us == pytest.approx(5_000_000, abs=1)  # the rest of the start-up budget
    assert end(hand).outcome.seats[0].faults == {}


def test_who_was_away_at_the_start_may_still_come_in_its_first_turn() -> None:
    table = Table()
    hand = Hand(table)
    hand.go()
    ScriptedBot(table, "other")
    table.start(spec("cribbage", "hand", "other"))
    table.clock.advance(TIME.start_up)
    hand.come_back()
    assert hand.asked
    assert end(hand).outcome.seats[0].faults == {}


def test_out_before_the_deal_is_out_in_the_match() -> None:
    hand = seated(READY, max_strikes=1)
    (ended,) = hand.table.play("m")
    assert ended.outcome.termination == "forfeit_timeout"
    assert ended.outcome.points == (0, 1)
    assert [seat.struck_out for seat in ended.outcome.seats] == [True, False]


def test_where_no_side_is_left_before_the_deal_nobody_wins() -> None:
    table = Table()
    for name in ("ann", "bob"):
        Hand(table, name, READY)
    table.start(spec("cribbage", "ann", "bob", time=replace(TIME, max_strikes=1)))
    (ended,) = table.play("m")
    assert ended.outcome.termination == "forfeit_timeout"
    assert (ended.outcome.points, ended.outcome.places) == ((0, 0), (0, 0))
    assert not ended.outcome.rated
    assert [seat.struck_out for seat in ended.outcome.seats] == [True, True]


def test_a_match_that_ends_in_the_handshake_ends_once() -> None:
    hand = seated(READY, cap=2.0)
    hand.table.clock.advance(2.0)
    hand.say_ready()
    hand.table.clock.advance(3600)
    (ended,) = hand.table.ended["m"]
    assert ended.outcome.termination == "time_cap"
    assert ended.events == ()
    assert hand.channel.turns == []
