"""From a match that is over to what is stored of it: result, blame, and the record."""

from collections import Counter
from datetime import datetime
from typing import Any

from muggins.games import get
from muggins.games.base import sides
from muggins.referee.live import LiveMatch
from muggins.referee.outcome import Outcome, SeatOutcome, Termination, Verdict
from muggins.referee.record import FORMAT, pack
from muggins.referee.seats import Player

# What such a match is worth is in the event (by default a draw), and it is not rated.
UNDECIDED = (Termination.TIME_CAP, Termination.ABANDONED_MAX_ROUNDS)


def outcome_of(live: LiveMatch, ended_at: datetime) -> Outcome:
    """How the match ended.  ``ended_at`` is wall-clock time, UTC."""
    termination = Termination(live.termination)
    points, places, scores = _result(live, termination)
    struck = {p.side for p in live.players if p.out}
    return Outcome(
        match_id=live.spec.id,
        termination=termination,
        points=points,
        places=places,
        scores=scores,
        seats=tuple(SeatOutcome(Counter(p.faults), p.out, _verdict(live, p, struck)) for p in live.players),
        log=pack(document(live, ended_at)),
        ended_at=ended_at,
        rated=live.spec.rated and termination not in UNDECIDED and live.match is not None,
    )


def _result(live: LiveMatch, termination: Termination) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Game points, places and scores by side."""
    none = (0,) * sides(live.spec.rules.seats)
    if live.match is None or termination.void:
        return none, none, none
    result = live.match.result()
    return result.points, none if termination in UNDECIDED else result.places, result.scores


def _verdict(live: LiveMatch, player: Player, struck: set[int]) -> Verdict:
    """The offender loses to each opponent; those who could do nothing about it keep their ratings."""
    if not struck:
        return Verdict.PLACED
    chosen_partner = player.side in struck and not live.spec.rotating_partners
    return Verdict.LOSS if player.out or chosen_partner else Verdict.KEPT


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
        "time": {name: getattr(time, name) for name in ("start_up", "move", "bank", "margin", "cap", "max_strikes")},
        "event": spec.event,
        "rated": spec.rated,
        "bots": [{"bot": p.bot, "version": p.version, "side": p.side} for p in live.players],
        "server_seed": spec.server_seed.hex(),
        "commitments": [p.commitment.hex() for p in live.players],
        "entropies": [None if p.entropy is None else p.entropy.hex() for p in live.players],
        "entries": live.record.entries(),
        "termination": live.termination,
        "ended_at": ended_at.isoformat(),
        "took_us": live.record.since(live.ended_at),
    }
