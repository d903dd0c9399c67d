"""Another world that agrees with all that a viewer may know, and the proof that the viewer is told the same there."""

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from muggins.games.base import EVERYONE, Deals, Event
from muggins.games.dealing import GivenDeals, SeededDeals
from muggins.games.match import Match, MatchRules
from muggins.v1 import matches_pb2, play_pb2
from tests.games.records import Record, replay
from tests.games.redeal import Redealer
from tests.hiding.script import TICK, Act, Asked, Improvised, Written
from tests.hiding.stage import FEEDS, SERVER_SEED, SLACK, Frame, Plan, Receiver, Recording, perform

ATTEMPTS = 100  # re-deals that are tried for one that agrees with what is public
PACE = 24 * TICK
ASK = 0.3  # of the other worlds in which people also ask for matches: it is the same question every time
ENDINGS = ("cancel", "void", "forfeit")
SEALED = (SERVER_SEED, SERVER_SEED.hex().encode(), repr(SERVER_SEED)[2:-1].encode())  # as it might be written
FORFEITS = ("silent", "illegal", "malformed", "gone")


@dataclass(frozen=True)
class Evening:
    """A match as it was played first: whole, and with whatever its bots did."""

    plan: Plan
    improvised: Improvised
    recording: Recording
    manner: str

    @property
    def clean(self) -> bool:
        """Nobody erred."""
        return self.manner == "clean"

    @property
    def punctual(self) -> bool:
        """No seat let its time run out, nor had moves made for it at once."""
        return self.manner in ("clean", "messy")

    def until(self, moves: int) -> Record:
        """The match up to that move."""
        return Record(self.plan.rules, self.plan.deals, tuple(self.recording.moves[:moves]))

    def at(self, moves: int) -> Match:
        """How it stood then."""
        *_, (match, _) = replay(self.until(moves))
        return match

    def half_laid(self, moves: int) -> bool:
        """Whether some seats had laid away and some had not.  Who is hidden, so only the moment says where that is."""
        match = self.at(moves)
        return phase_of(match) == "lay-away" and len(match.to_act) < match.rules.seats

    def hides(self, point: "Point") -> bool:
        """Whether the viewer does not know everything."""
        return Redealer(self.until(point.moves), point.viewer).hides()


class Point(NamedTuple):
    """Who looks, after how many moves, and how the match ends there; "" where it goes on, natural at its own end."""

    viewer: int | None
    moves: int
    ending: str


class Leak(AssertionError):
    """A receiver was told something else in another world that it could not tell from this one."""


def evening(rng: random.Random, rules: MatchRules, manner: str) -> Evening:
    """Play a match.  ``doomed`` as a manner has one seat of three err until it is out."""
    seats = rules.seats
    ready, entropy = (frozenset(seat for seat in range(seats) if rng.random() < 0.3) for _ in range(2))
    deals = SeededDeals(rng.randbytes(32))
    pace = PACE if manner in ("clean", "messy") and rng.random() < 0.2 else None
    plan = Plan(rules, deals, ready, entropy, probes=manner != "doomed", ending="natural", pace=pace)
    doomed = rng.randrange(seats) if manner == "doomed" else None
    improvised = Improvised(rng, seats, manner, doomed)
    recording = perform(plan, improvised)
    check_open(recording)
    return Evening(plan, improvised, recording, manner)


def phase_of(match: Match) -> str:
    """Where the match stands, as the tally has it."""
    if not match.to_act:
        return "over"
    state: Any = match.state
    return str(state.phase) if match.rules.game == "cribbage" else "middle" if state.line else "opening"


def redealt(evening: Evening, point: Point, rng: random.Random) -> Record | None:
    """The match up to the point with something hidden changed, or None where nothing that fits was found."""
    return next(Redealer(evening.until(point.moves), point.viewer).tries(rng, ATTEMPTS), None)


def compare(evening: Evening, point: Point, other: Record, rng: random.Random) -> bool:
    """Raises Leak where a receiver can tell the worlds apart.  False where it rightly can: what the referee then had
    to play for an absent seat is public, and came out differently.
    """
    if point.ending in ENDINGS:
        return _compare_endings(evening, point, other, rng)
    timed = bool(point.ending) or (evening.punctual and (evening.half_laid(point.moves) or rng.random() < 0.5))
    where: dict[str, float | int] = {}
    if not point.ending:
        where = {"moment": evening.recording.moments[point.moves]} if timed else {"moves": point.moves}
    deals = _deals(other, evening.plan.deals if point.ending else None)
    plan = replace(evening.plan, ending=point.ending, deals=deals, asks=rng.random() < ASK, **where)  # type: ignore[arg-type]
    conduct = _Conduct(kept=bool(point.ending), timed=timed and plan.pace is None)  # with a pace no thought shows
    acts = _acts(evening, point, other, conduct, rng)
    heard = perform(plan, Written(acts, dict.fromkeys(range(plan.rules.seats), "stay")))
    _demand_same(_cut(evening, point), heard, point.viewer, timed=timed)
    return True


class _Conduct(NamedTuple):
    """How far the others behave as they did: everything ``kept``, or at least how long they think (``timed``)."""

    kept: bool
    timed: bool = True


def _compare_endings(evening: Evening, point: Point, other: Record, rng: random.Random) -> bool:
    seats = evening.plan.rules.seats
    then = dict.fromkeys(range(seats), "stay" if point.ending == "cancel" else "first")
    if point.ending == "forfeit":
        then |= dict.fromkeys(_losers(evening, point, rng), rng.choice(FORFEITS))
    moment = evening.recording.moments[point.moves]
    plan = replace(evening.plan, ending=point.ending, moment=moment, max_strikes=1, asks=rng.random() < ASK)
    worlds = []
    for record in (evening.until(point.moves), other):
        acts = _acts(evening, point, record, _Conduct(kept=True), rng)
        deals = plan.deals if record is not other else _deals(other, plan.deals)
        recording = perform(replace(plan, deals=deals), Written(acts, then))
        worlds.append((record._replace(deals=deals, moves=tuple(recording.moves)), recording))
    (here, told), (there, heard) = worlds
    if list(_public(here)) != list(_public(there)):
        return False
    _demand_same(told, heard, point.viewer, timed=True)
    return True


def _losers(evening: Evening, point: Point, rng: random.Random) -> list[int]:
    """Who errs: of two sides a seat that is asked now, so that nothing else is shown before; of three all but one."""
    seats = evening.plan.rules.seats
    if seats != 3:
        return [rng.choice(evening.at(point.moves).to_act)]
    winner = rng.randrange(seats) if point.viewer is None else point.viewer
    return [seat for seat in range(seats) if seat != winner]


def _public(record: Record) -> Iterator[Event]:
    return (event for _, events in replay(record) for event in events if event.to == EVERYONE)


def _deals(other: Record, coming: Deals | None) -> Deals:
    """The deals of the other world; the coming ones too are others, unless they are given."""
    given = other.deals
    assert isinstance(given, GivenDeals)
    return given if coming is None else GivenDeals(given.deals, coming, given.draws)  # type: ignore[arg-type]


def _cut(evening: Evening, point: Point) -> Recording:
    """What had been told when so many moves had been made."""
    if point.ending:
        return evening.recording
    until = evening.recording.moments[point.moves] + SLACK
    frames = defaultdict(list, {
        who: [frame for frame in told if frame[0] <= until] for who, told in evening.recording.frames.items()
    })  # fmt: skip
    return replace(evening.recording, frames=frames)


def _acts(
    evening: Evening, point: Point, other: Record, conduct: _Conduct, rng: random.Random
) -> Mapping[int, Sequence[Act]]:
    """What each seat does in the other world, where all but the viewer may have behaved differently unseen."""
    asked = evening.improvised.asked
    thoughts = {} if conduct.kept else _other_thoughts(asked, point.viewer, rng)
    acts: defaultdict[int, list[Act]] = defaultdict(list)
    for seat, move in other.moves:
        number = len(acts[seat])
        old = asked[seat][number].act if number < len(asked[seat]) else Act(1 + seat, move)
        act = old._replace(move=move)
        if seat != point.viewer and not conduct.kept:
            act = _behaved(act, thoughts.get((seat, number)), conduct, rng)
        acts[seat].append(act)
    for seat in range(evening.plan.rules.seats):
        begun = asked[seat][len(acts[seat]) :][:1]
        if begun and begun[0].together and not conduct.kept:
            act = begun[0].act
            think = thoughts[seat, len(acts[seat])]
            acts[seat].append(act if seat == point.viewer else Act(think, "", "first"))
    return acts


def _behaved(act: Act, think: int | None, conduct: _Conduct, rng: random.Random) -> Act:
    """What was forced is now played, at that same moment or (unless moments are kept) after any other thought."""
    if think is None:
        think = act.think if conduct.timed else 1 + rng.randrange(16)
    return act._replace(think=think, kind="repeat" if act.kind == "repeat" else "plain")


def _other_thoughts(
    asked: Mapping[int, Sequence[Asked]], viewer: int | None, rng: random.Random
) -> Mapping[tuple[int, int], int]:
    """Other thinking times for lay-aways, by seat and number of the turn.

    They are made at the same time and become visible when the last is made: so the others' may vary up to that.
    """
    groups: defaultdict[tuple[int, int], dict[tuple[int, int], int]] = defaultdict(dict)
    for seat, turns in asked.items():
        for number, turn in enumerate(turns):
            if turn.together is not None:
                groups[turn.together][seat, number] = turn.act.think
    thoughts: dict[tuple[int, int], int] = {}
    for group in groups.values():
        last = max(group.values())
        for (seat, number), think in group.items():
            free = seat != viewer and think < last
            thoughts[seat, number] = rng.randrange(1, last) if free else think
    return thoughts


def check_open(told: Recording) -> None:
    """Before the end nobody is told the seed, and public events are numbered by themselves.  Raises Leak."""
    for who, frames in told.frames.items():
        for _, message in frames:
            if isinstance(message, bytes) and not _is_last(who, message) and any(text in message for text in SEALED):
                raise Leak(f"{who} was told the seed")
    updates = [matches_pb2.WatchMatchResponse.FromString(frame) for _, frame in told.frames["anonymous"]]  # type: ignore[arg-type]
    numbers = [update.event.number for update in updates if update.HasField("event")]
    if numbers != list(range(1, len(numbers) + 1)):
        raise Leak(f"public events are numbered {numbers}")


def _is_last(who: Receiver, message: bytes) -> bool:
    """Whether the match is over for whoever is told that."""
    if who == "found":
        return False
    return not isinstance(who, int) or bool(play_pb2.PlayResponse.FromString(message).ends)


def _demand_same(told: Recording, heard: Recording, viewer: int | None, *, timed: bool) -> None:
    """The viewer and all spectators were told the same bytes, message by message, and at the same times."""
    receivers: list[Receiver] = [*FEEDS, "page", *(["asked", "found"] if heard.frames["found"] else [])]
    for receiver in receivers if viewer is None else [viewer, *receivers]:
        before, after = told.frames[receiver], heard.frames[receiver]
        if not timed or receiver == "found":
            before, after = _timeless(before), _timeless(after)
        if before != after:
            raise Leak(f"{receiver} can tell: {_first_difference(before, after)}")


def _timeless(frames: Sequence[Frame]) -> list[Frame]:
    return [(0.0, message) for _, message in frames]


def _first_difference(before: Sequence[Frame], after: Sequence[Frame]) -> str:
    for number, (one, other) in enumerate(zip(before, after, strict=False)):
        if one != other:
            return f"message {number} is {one!r} or {other!r}"
    return f"there are {len(before)} or {len(after)} messages"
