"""Practice: unrated matches at once, for bots that no event waits for."""

import pytest

from muggins.director.practice import Wish
from muggins.referee.outcome import Termination
from tests.director.evening import Evening, event

FIVES = "fives-and-threes"


async def test_bots_that_practise_meet_each_other_and_nothing_is_rated(evening: Evening) -> None:
    ann, bob, cyd = evening.bots("ann", "bob", "cyd")
    for bot in (ann, bob):
        assert evening.director.practise(bot.name, bot.channel, Wish(FIVES, 2, matches=2)) == ""
    assert evening.director.practise("cyd", cyd.channel, Wish("cribbage", 2)) == ""
    await evening.go_on(lambda: len(evening.ledger.outcomes) == 2)
    await evening.settle()
    specs = [spec for spec, slot, _ in evening.ledger.begun.values() if slot is None]
    assert [spec.bots for spec in specs] == [("ann", "bob"), ("bob", "ann")]
    assert not any(spec.rated or spec.event for spec in specs)
    assert {o.termination for o in evening.ledger.outcomes.values()} == {Termination.FINISHED}
    assert [len(bot.channel.ends) for bot in (ann, bob, cyd)] == [2, 2, 0]


async def test_house_bots_take_the_other_seats_as_soon_as_they_are_here(evening: Evening) -> None:
    (ann,) = evening.bots("ann")
    assert evening.director.practise("ann", ann.channel, Wish(FIVES, 3, "greedy")) == ""
    await evening.settle()
    assert evening.house.started == [("practice-greedy", "greedy"), ("practice-greedy-2", "greedy")]
    assert not evening.ledger.begun
    evening.bots("practice-greedy", "practice-greedy-2")
    await evening.go_on(lambda: evening.ledger.outcomes)
    ((spec, _, _),) = evening.ledger.begun.values()
    assert sorted(spec.bots) == ["ann", "practice-greedy", "practice-greedy-2"]


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        (Wish("whist", 2), "game is 'whist'"),
        (Wish(FIVES, 5), "seats is 5"),
        (Wish(FIVES, 2, "brilliant"), "house is 'brilliant'"),
    ],
)
async def test_what_there_is_not_is_refused_in_words(evening: Evening, wish: Wish, why: str) -> None:
    (ann,) = evening.bots("ann")
    assert why in evening.director.practise("ann", ann.channel, wish)


async def test_a_bot_of_an_event_is_waited_for_there(evening: Evening) -> None:
    (ann,) = evening.bots("ann")
    await evening.start(event())
    assert "'cup' waits for you" in evening.director.practise("ann", ann.channel, Wish(FIVES, 2))


async def test_a_wish_ends_with_its_session(evening: Evening) -> None:
    ann, bob = evening.bots("ann", "bob")
    evening.director.practise("ann", ann.channel, Wish(FIVES, 2))
    ann.go()
    ann.come_back()
    evening.director.practise("bob", bob.channel, Wish(FIVES, 2))
    await evening.settle()
    assert not evening.ledger.begun


async def test_a_result_that_cannot_be_stored_is_void_and_the_bots_are_free(evening: Evening) -> None:
    ann, bob = evening.bots("ann", "bob")
    evening.ledger.broken.add("record")
    for bot in (ann, bob):
        evening.director.practise(bot.name, bot.channel, Wish(FIVES, 2))
    await evening.go_on(lambda: ann.channel.ends and bob.channel.ends)
    assert not evening.director.referee.lobby.bot("ann").playing
