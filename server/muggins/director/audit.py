"""Is the archive of an event true?  Every log is worked out again, and then what the event made of them."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, NoReturn

from muggins.director.archive import Archive
from muggins.director.rules import Entry, match_rules, read_event, time_control, with_entries
from muggins.games.dealing import commitment
from muggins.referee.log import rules_of
from muggins.referee.verify import Discrepancy, read_lines, verify
from muggins_tournaments import EventDefinition, EventError, Key, Result, Slot, schedule, standings

Attempt = Mapping[str, Any]  # as the archive's summary has it


@dataclass(slots=True)
class Audit:
    """What was looked at so far."""

    definition: EventDefinition
    results: dict[Key, Result] = field(default_factory=dict)
    terms: dict[Key, tuple[int | None, bool]] = field(default_factory=dict)  # the lead, and whether it was to be rated
    logs: int = 0
    void: int = 0


def audit(archive: Archive) -> Audit:
    """Raises Discrepancy for the first thing that does not hold."""
    try:
        return _audit(archive)
    except (KeyError, TypeError, ValueError) as error:
        raise Discrepancy("archive", 0, f"the summary cannot be read: {error!r}") from None


def _audit(archive: Archive) -> Audit:
    try:
        definition = read_event(archive.definition, "the definition")
        checked = Audit(with_entries(definition, [Entry(**entrant) for entrant in archive.summary["entrants"]]))
    except EventError as error:
        raise Discrepancy("definition", 0, str(error)) from None
    attempts: Sequence[Attempt] = archive.summary["matches"]
    for match_id in archive.logs.keys() - {attempt["match_id"] for attempt in attempts}:
        raise Discrepancy("unlisted", 0, f"there is a log of match {match_id}, which is no match of the event")
    for attempt in attempts:
        try:
            _attempt(checked, attempt, archive.logs.get(attempt["match_id"], ""))
        except Discrepancy as found:
            raise Discrepancy(found.kind, 0, f"match {attempt['match_id']}: {found}") from None
    _attempts(attempts)
    _schedule(checked, finished=archive.summary["state"] == "finished")
    _standings(checked, archive.summary["standings"])
    return checked


def _no(kind: str, text: str) -> NoReturn:
    raise Discrepancy(kind, 0, text)


def _attempt(checked: Audit, attempt: Attempt, log: str) -> None:
    """One playing of a match: its seed is open, and its log says what the summary does."""
    if commitment(bytes.fromhex(attempt["server_seed"])).hex() != attempt["server_commitment"]:
        _no("server_seed", "the server's seed is not the one that it committed to")
    counted = attempt["state"] == "finished"
    checked.void += not counted
    if log:
        lines = list(read_lines(log))
        verify(lines)
        checked.logs += 1
        _agree(attempt, lines[0], lines[-1])
        if counted:
            _count(checked, attempt, lines)
    elif counted:
        _no("no_log", "it counts, and has no log")


def _agree(attempt: Attempt, header: Mapping[str, Any], result: Mapping[str, Any]) -> None:
    told = {
        **{key: header[key] for key in ("match_id", "server_seed", "server_commitment")},
        "bots": [bot["bot"] for bot in header["bots"]],
        **{key: result[key] for key in ("termination", "points", "places", "scores")},
        "rated": "ratings" in result,
    }
    for key, value in told.items():
        if attempt[key] != value:
            _no("summary", f"{key} is {attempt[key]!r} in the summary, and {value!r} in the log")


def _count(checked: Audit, attempt: Attempt, lines: Sequence[Mapping[str, Any]]) -> None:
    key = Key(attempt["pairing"], attempt["game_index"])
    if key in checked.results:
        _no("twice", f"pairing {key.pairing}, match {key.game} has two results that count")
    header, result = lines[0], lines[-1]
    definition, rules = checked.definition, rules_of(header)
    if rules != match_rules(definition, rules.lead) or header["time"] != asdict(time_control(definition)):
        _no("rules", "it was not played by the rules and the clock of the event")
    faults = Counter(line["seat"] for line in lines if line["kind"] == "fault")
    checked.terms[key] = rules.lead, header["rated"]
    checked.results[key] = Result(
        key=key,
        seats=tuple(attempt["bots"]),
        places=tuple(result["places"]),
        points=tuple(result["points"]),
        scores=tuple(result["scores"]),
        termination=result["termination"],
        faults=tuple(faults[seat] for seat in range(rules.seats)),
    )


def _attempts(attempts: Sequence[Attempt]) -> None:
    """No attempt at a match was left out, and none came after the one that counted."""
    slots = defaultdict[Key, list[Attempt]](list)
    for attempt in attempts:
        slots[Key(attempt["pairing"], attempt["game_index"])].append(attempt)
    for key, of_slot in slots.items():
        of_slot.sort(key=lambda attempt: int(attempt["attempt"]))
        where = f"pairing {key.pairing}, match {key.game}"
        if [attempt["attempt"] for attempt in of_slot] != list(range(1, len(of_slot) + 1)):
            _no("attempts", f"{where} lacks an attempt")
        if any(attempt["state"] == "finished" for attempt in of_slot[:-1]):
            _no("again", f"{where} was played again after it counted")


def _schedule(checked: Audit, *, finished: bool) -> None:
    """Who met whom, in which seats, and who led, is what the definition asks for; and nothing is left to be played."""
    plan = schedule(checked.definition)
    asked: dict[Key, Slot] = {slot.key: slot for slot in plan.known(checked.results)}
    for key, result in checked.results.items():
        slot = asked.get(key)
        where = f"pairing {key.pairing}, match {key.game}"
        if slot is None:
            _no("unasked", f"the event never asked for {where}")
        terms = slot.lead, slot.rated and checked.definition.rated
        if (slot.seats, terms) != (result.seats, checked.terms[key]):
            _no(
                "pairing",
                f"{where} is {', '.join(slot.seats)}; played: {', '.join(result.seats)}, or with another lead",
            )
    if finished and (left := next(plan.open(checked.results), None)):
        _no("incomplete", f"pairing {left.key.pairing}, match {left.key.game} has no result, and the event is finished")


def _standings(checked: Audit, told: Sequence[Mapping[str, Any]]) -> None:
    rows = standings(checked.definition, checked.results.values())
    right = [{"rank": row.rank, "bot": row.entrant, "points": float(row.points)} for row in rows]
    for row, line in zip(right, told, strict=False):
        if row != line:
            _no("standings", f"the standings say {dict(line)}, where the results give {row}")
    if len(right) != len(told):
        _no("standings", f"the standings have {len(told)} rows, where the results give {len(right)}")
