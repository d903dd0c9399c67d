"""What an event amounts to so far, as the message that everybody may read."""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final

from muggins.api import messages
from muggins.v1 import tournaments_pb2 as pb
from muggins_tournaments import (
    EventDefinition,
    Key,
    Result,
    Slot,
    balance,
    crosstable,
    schedule,
    seat_records,
    standings,
    state,
    strays,
)

BALANCED: Final = 100_000  # matches that the balance is counted over; a larger event repeats itself


def report(definition: EventDefinition, results: Sequence[Result]) -> pb.GetTournamentResponse:
    """Standings, crosstable, and how the event went; the tournament itself is for the caller to add."""
    by_key = {result.key: result for result in results}
    return pb.GetTournamentResponse(
        standings=[messages.standing(row) for row in standings(definition, results)],
        crosstable=[
            pb.Cross(bot=bot, opponent=opponent, won=tally.won, drawn=tally.drawn, lost=tally.lost)
            for bot, row in crosstable(definition, results).items()
            for opponent, tally in row.items()
            if tally.total
        ],
        tie_breaks=definition.tie_breaks,
        balance=[
            pb.Balance(what=spread.what, least=spread.least, most=spread.most)
            for spread in balance(definition, _slots(definition, by_key))
        ],
        seats=[pb.SeatRecord(seat=r.seat, played=r.played, share=r.share) for r in seat_records(definition, results)],
        strays=[
            pb.Stray(
                bot=stray.unit,
                opponent=stray.opponent,
                played=stray.played,
                score=stray.score,
                expected=stray.expected,
                deviation=stray.deviation,
            )
            for stray in strays(definition, results)
        ],
        test=_test(definition, by_key) if definition.format == "sprt" else None,
    )


def _slots(definition: EventDefinition, results: Mapping[Key, Result]) -> list[Slot]:
    """All matches of an event whose matches are fixed, else those that were played."""
    plan = schedule(definition)
    known = plan.known(results)
    return list(islice(known if plan.total else (slot for slot in known if slot.key in results), BALANCED))


def _test(definition: EventDefinition, results: Mapping[Key, Result]) -> pb.SequentialTest:
    now = state(definition, results)
    return pb.SequentialTest(
        pairs=now.pairs,
        log_likelihood_ratio=now.ratio,
        lower_bound=now.lower,
        upper_bound=now.upper,
        decision=now.decision,
        expected_matches=now.expected_matches,
    )
