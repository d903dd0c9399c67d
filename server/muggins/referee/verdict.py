"""From a match that is over to what is stored of it: result, blame, and the record."""

from collections import Counter
from dataclasses import asdict
from datetime import datetime
from typing import Any

from muggins.games import get
from muggins.referee.ending import is_rated, result_of, verdicts
from muggins.referee.live import LiveMatch
from muggins.referee.outcome import Outcome, SeatOutcome, Termination
from muggins.referee.record import FORMAT, pack


def outcome_of(live: LiveMatch, ended_at: datetime) -> Outcome:
    """How the match ended.  ``ended_at`` is wall-clock time, UTC."""
    spec, seats = live.spec, live.spec.rules.seats
    termination = Termination(live.termination)
    points, places, scores = result_of(live.match, seats, termination)
    judged = verdicts(seats, [p.seat for p in live.players if p.out], rotating_partners=spec.rotating_partners)
    return Outcome(
        match_id=spec.id,
        termination=termination,
        points=points,
        places=places,
        scores=scores,
        seats=tuple(SeatOutcome(Counter(p.faults), p.out, judged[p.seat]) for p in live.players),
        log=pack(document(live, ended_at)),
        ended_at=ended_at,
        rated=is_rated(termination, wanted=spec.rated, dealt=live.match is not None),
    )


def lost(live: LiveMatch, ended_at: datetime) -> Outcome:
    """What is told of a match whose result could not be kept: it is void."""
    termination = Termination.VOID_SERVER
    none = result_of(None, live.spec.rules.seats, termination)
    return Outcome(live.spec.id, termination, *none, seats=(), log=b"", ended_at=ended_at, rated=False)


def document(live: LiveMatch, ended_at: datetime) -> dict[str, Any]:
    """The record of the match: what cannot be derived again, as JSON can write it."""
    spec, rules, time = live.spec, live.spec.rules, live.spec.time
    return {
        "format": FORMAT,
        "match_id": spec.id,
        "game": rules.game,
        "rules_version": get(rules.game).rules_version,
        "seats": rules.seats,
        "options": dict(rules.options),
        "games": rules.games,
        "first_to": rules.first_to,
        "first": rules.first,
        "lead": rules.lead,
        "max_rounds": rules.max_rounds,
        "time": asdict(time),
        "event": spec.event,
        "rated": spec.rated,
        "rotating_partners": spec.rotating_partners,
        "bots": [{"bot": p.bot, "version": p.version, "side": p.side} for p in live.players],
        "server_seed": spec.server_seed.hex(),
        "commitments": [p.commitment.hex() for p in live.players],
        "entropies": [None if p.entropy is None else p.entropy.hex() for p in live.players],
        "carried_us": live.record.carried(rules.seats),
        "entries": live.record.entries(),
        "termination": live.termination,
        "ended_at": ended_at.isoformat(),
        "took_us": live.record.since(live.ended_at),
    }
