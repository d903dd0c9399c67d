"""A log that was changed in any way is found out, and told what was changed."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from muggins.referee.verify import Discrepancy, verify
from tests.verify.making import Log, played

Change = Callable[[Log], object]
SOMEBODY = "ab" * 32


def nth(log: Log, kind: str, number: int = 0, **fields: Any) -> dict[str, Any]:
    """The line of that kind, by number from 0, that has these fields."""
    return [line for line in log if line["kind"] == kind and fields.items() <= line.items()][number]


def put(kind: str, field: str, value: Any, number: int = 0, **fields: Any) -> Change:
    """Write another value into a line."""
    return lambda log: nth(log, kind, number, **fields).__setitem__(field, value)


def add(kind: str, field: str, more: int, number: int = 0, **fields: Any) -> Change:
    """Make a number in a line another one."""

    def change(log: Log) -> None:
        line = nth(log, kind, number, **fields)
        line[field] += more

    return change


def swap(kind: str, field: str) -> Change:
    """Turn a list of the first such line round."""
    return lambda log: nth(log, kind).__setitem__(field, nth(log, kind)[field][::-1])


def drop(kind: str, number: int = 0) -> Change:
    return lambda log: log.remove(nth(log, kind, number))


def double(kind: str, number: int = 0) -> Change:
    return lambda log: log.insert(log.index(nth(log, kind, number)), nth(log, kind, number))


def exchange(first: str, second: str) -> Change:
    """Two neighbours in the other order."""

    def change(log: Log) -> None:
        at = next(n for n, line in enumerate(log) if line["kind"] == first and log[n + 1]["kind"] == second)
        log[at], log[at + 1] = log[at + 1], log[at]

    return change


def deal_another(log: Log) -> None:
    """A card for another one, in the hand and wherever else it is."""
    hand = nth(log, "hand", 1)
    hand["pieces"] = ["KD" if piece == hand["pieces"][0] else piece for piece in hand["pieces"]]


def rate(seat: int, field: str, value: float) -> Change:
    return lambda log: log[-1]["ratings"][seat].__setitem__(field, value)


def bots(seat: int, field: str, value: Any) -> Change:
    return lambda log: log[0]["bots"][seat].__setitem__(field, value)


def value(field: str, seat: int, given: Any) -> Change:
    """Another value for a seat, in the line of the match."""
    return lambda log: log[0][field].__setitem__(seat, given)


def end_here(log: Log) -> None:
    """The match ends, with the same result, after its first decision."""
    del log[log.index(nth(log, "decision")) : -1]


class Case(NamedTuple):
    """A change, and the kind of what is found."""

    found: str
    change: Change


CRIBBAGE = {
    "a card": Case("hand", deal_another),
    "the starter": Case("starter", put("starter", "pieces", ["AS"])),
    "a drawn card": Case("draw", put("draw", "pieces", ["2C"])),
    "the dealer": Case("lead", add("lead", "seat", 1)),
    "a score": Case("score", add("score", "points", 1)),
    "the parts of a score": Case("score", put("score", "parts", {"fifteens": 8}, why="hand")),
    "the reason of a score": Case("score", put("score", "why", "run", why="go")),
    "a count": Case("play", add("play", "total", 1, 3)),
    "a card in the show": Case("show", put("show", "pieces", ["AS", "2S", "3S", "4S"])),
    "a move": Case("move", put("decision", "move", "AS", 4)),
    "a move and its event": Case("lay_away", put("lay_away", "pieces", ["AS"])),
    "the seat of a decision": Case("seat", put("decision", "seat", 2, 4)),
    "the seat of an event": Case("play", put("play", "seat", 1)),
    "the number of an event": Case("play", add("play", "n", 1)),
    "an order": Case("early", exchange("score", "count")),
    "a dropped event": Case("missing", drop("score")),
    "a doubled event": Case("repeated", double("score")),
    "a dropped decision": Case("extra", drop("decision", 5)),
    "a doubled decision": Case("repeated", double("decision", 5)),
    "a time": Case("charge", add("decision", "read_us", 2_000_000, 4)),
    "a start of a clock": Case("sent", put("decision", "sent_us", 0, 6)),
    "an answer before its question": Case("read", put("decision", "read_us", 0, 6)),
    "a charge": Case("charge", put("decision", "charged_us", 1_000_000, 4)),
    "a bank": Case("bank", lambda log: log[0]["time"].update(bank=0.1)),
    "a shorter bank": Case("charge", lambda log: log[0]["time"].update(bank=1.0)),
    "a longer bank": Case("timeout", lambda log: log[0]["time"].update(bank=60.0)),
    "a timeout that was none": Case("timeout", put("fault", "at_us", 1_700_000, fault="timeout")),
    "a fault of another kind": Case("timeout", put("fault", "fault", "timeout")),
    "a fault that nobody knows": Case("fault", put("fault", "fault", "ugly")),
    "a refused move": Case("refused", lambda log: nth(log, "fault").update(text=nth(log, "hand", 2)["pieces"][1])),
    "a dropped fault": Case("forced", drop("fault")),
    "a dropped last fault": Case("out", drop("fault", 2)),
    "a strike count": Case("strikes", lambda log: log[0]["time"].update(max_strikes=2)),
    "a seat put out": Case("out", put("out", "seat", 0)),
    "a forced move": Case("fallback", put("forced", "move", "KD")),
    "a dropped forced move": Case("unforced", drop("forced")),
    "a termination": Case("termination", put("result", "termination", "finished")),
    "a termination that nobody knows": Case("termination", put("result", "termination", "tired")),
    "a time cap": Case("cap", put("result", "termination", "time_cap")),
    "a match that is not over": Case("unfinished", end_here),
    "game points": Case("points", put("result", "points", [2, 0, 0])),
    "places": Case("places", put("result", "places", [0, 1, 2])),
    "final scores": Case("scores", lambda log: log[-1]["scores"].__setitem__(0, 60)),
    "a rating": Case("rating", rate(2, "after", 1600.0)),
    "a rating that stays": Case("rating", rate(0, "after", 1520.0)),
    "a K": Case("k", rate(2, "k", 100.0)),
    "ratings of an unrated match": Case("rated", put("match", "rated", False)),
    "a server's seed": Case("server_seed", put("match", "server_seed", SOMEBODY)),
    "a server's commitment": Case("server_commitment", put("match", "server_commitment", SOMEBODY)),
    "an entropy": Case("entropy", value("entropies", 1, SOMEBODY)),
    "an entropy left out": Case("match_seed", value("entropies", 1, None)),
    "a commitment of a seat": Case("commitment", value("commitments", 1, SOMEBODY)),
    "a match's seed": Case("match_seed", put("match", "match_seed", SOMEBODY)),
    "a start-up budget": Case("carried", value("carried_us", 0, 6_000_000)),
    "options": Case("score", lambda log: log[0]["options"].update(target=121)),
    "an option that nobody knows": Case("options", lambda log: log[0]["options"].update(target=100)),
    "the number of games": Case("missing", put("match", "games", 2)),
    "a rules version": Case("rules_version", put("match", "rules_version", 2)),
    "a format": Case("format", put("match", "format", 2)),
    "a side": Case("sides", bots(0, "side", 1)),
    "the line of the match": Case("header", drop("match")),
    "the line of the result": Case("cut", drop("result")),
    "a line after the result": Case("after", double("result")),
    "a field": Case("line", lambda log: nth(log, "decision").pop("read_us")),
    "a field of the match": Case("header", lambda log: log[0].pop("entropies")),
    "how long it took": Case("took", put("result", "took_us", 1)),
}
FIVES = {
    "a tile": Case("hand", put("hand", "pieces", ["0-0", "1-0", "1-1", "2-0", "2-1"])),
    "an end": Case("move", put("decision", "move", "6-6:L", 1)),
    "the sum of the ends": Case("place", add("place", "total", 5)),
    "what a placement was worth": Case("score", add("score", "offered", 1)),
    "tiles out of play": Case("aside", swap("aside", "pieces")),
    "a round": Case("deal", add("deal", "total", 1, 1)),
    "a knock": Case("missing", drop("knock")),
}


def found(game: str, change: Change) -> Discrepancy:
    log = played(game, 3)
    change(log)
    with pytest.raises(Discrepancy) as caught:
        verify(log)
    return caught.value


@pytest.mark.parametrize("game", ["cribbage", "fives-and-threes"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_log_that_nobody_touched_holds(game: str, seats: int) -> None:
    verify(played(game, seats))


@pytest.mark.parametrize("what", CRIBBAGE)
def test_a_change_in_a_log_of_cribbage_is_found(what: str) -> None:
    case = CRIBBAGE[what]
    assert found("cribbage", case.change).kind == case.found


@pytest.mark.parametrize("what", FIVES)
def test_a_change_in_a_log_of_fives_and_threes_is_found(what: str) -> None:
    case = FIVES[what]
    assert found("fives-and-threes", case.change).kind == case.found


def test_every_kind_of_change_has_a_message_of_its_own() -> None:
    messages = {case.found: found("cribbage", case.change).text for case in CRIBBAGE.values()}
    assert len(messages) > 30
    assert len(set(messages.values())) == len(messages)


def test_the_first_of_two_changes_is_told_with_its_line() -> None:
    log = played("cribbage", 3)
    at = log.index(nth(log, "score"))
    log[at]["points"] += 1
    log[-1]["places"] = [0, 0, 0]
    with pytest.raises(Discrepancy, match=f"line {at + 1}: 'points' of 'score'"):
        verify(log)
