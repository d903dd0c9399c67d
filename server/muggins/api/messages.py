"""From what the store knows to the messages of the services."""

from collections.abc import Sequence
from datetime import datetime

from google.protobuf.timestamp_pb2 import Timestamp

from muggins.api import wire
from muggins.store import tournaments
from muggins.store.anonymous import without_names
from muggins.store.bots import Bot
from muggins.store.matches import MatchSeat, StoredMatch
from muggins.store.ratings import Ranking
from muggins.v1 import bots_pb2, matches_pb2, play_pb2, rankings_pb2, tournaments_pb2
from muggins_tournaments import Row


def timestamp(moment: datetime | None) -> Timestamp | None:
    if moment is None:
        return None
    stamp = Timestamp()
    stamp.FromDatetime(moment)
    return stamp


def bot(stored: Bot, *, connected: bool) -> bots_pb2.Bot:
    return bots_pb2.Bot(
        name=stored.name,
        owner=stored.owner,
        created=timestamp(stored.created_at),
        retired=timestamp(stored.retired_at),
        connected=connected,
        version=stored.version,
        matches=stored.matches,
        house=stored.house,
    )


def match(stored: StoredMatch, *, names: bool = False) -> matches_pb2.Match:
    """A match as everybody may see it: no faults and no clocks before it is over.

    With ``names``, the bots of an anonymous event have theirs before it is over too.
    """
    if stored.unnamed and not names:
        stored = without_names(stored)
    over = stored.state != "running"
    termination = wire.termination(stored.termination) if stored.termination else play_pb2.TERMINATION_UNSPECIFIED
    return matches_pb2.Match(
        match_id=stored.id,
        game=stored.game,
        seats=len(stored.seats),
        pool=stored.pool,
        event=stored.event,
        state=matches_pb2.MatchState.Value(f"MATCH_STATE_{stored.state.upper()}"),
        termination=termination,
        bots=[_seat(seat, over=over) for seat in stored.seats],
        sides=_sides(stored.seats) if stored.state == "finished" else (),
        started=timestamp(stored.started_at),
        ended=timestamp(stored.ended_at),
        rated=stored.rated,
        server_commitment=stored.commitment,
        attempt=stored.attempt,
        pairing=stored.pairing,
        game_index=stored.game_index,
    )


def _seat(seat: MatchSeat, *, over: bool) -> matches_pb2.MatchSeat:
    return matches_pb2.MatchSeat(
        bot=seat.bot,
        version=seat.version,
        side=seat.side,
        faults=[f"{kind} {count}" for kind, count in sorted(seat.faults.items())] if over else (),
        rating_before=seat.rating_before or 0.0,
        rating_after=seat.rating_after or 0.0,
    )


def _sides(seats: tuple[MatchSeat, ...]) -> list[play_pb2.SideResult]:
    by_side = {seat.side: seat for seat in seats}
    return [
        play_pb2.SideResult(points=seat.points or 0, place=seat.place or 0, score=seat.score or 0)
        for _, seat in sorted(by_side.items())
    ]


def ranking(line: Ranking) -> rankings_pb2.Ranking:
    standing = line.standing
    return rankings_pb2.Ranking(
        rank=line.rank,
        bot=line.bot,
        rating=standing.rating,
        matches=standing.matches,
        won=standing.won,
        drawn=standing.drawn,
        lost=standing.lost,
        pool=line.pool,
    )


def tournament(
    event: tournaments.Tournament, *, running: int = 0, total: int = 0, waiting_for: Sequence[str] = ()
) -> tournaments_pb2.Tournament:
    return tournaments_pb2.Tournament(
        name=event.name,
        game=event.game,
        seats=event.seats,
        format=event.format,
        state=tournaments_pb2.TournamentState.Value(f"TOURNAMENT_STATE_{event.state.upper()}"),
        created=timestamp(event.created_at),
        started=timestamp(event.started_at),
        ended=timestamp(event.ended_at),
        played=event.played,
        running=running,
        total=total,
        waiting_for=waiting_for,
        pool=event.pool,
    )


def entrant(entered: tournaments.Entrant) -> tournaments_pb2.Entrant:
    return tournaments_pb2.Entrant(
        bot=entered.bot,
        owner=entered.owner,
        house=entered.house,
        from_round=entered.from_round,
        gone_round=entered.gone_round,
    )


def standing(row: Row) -> tournaments_pb2.Standing:
    return tournaments_pb2.Standing(
        rank=row.rank,
        bot=row.entrant,
        played=row.played,
        won=row.won,
        drawn=row.drawn,
        lost=row.lost,
        points=row.points,
        game_points_for=row.game_points_for,
        game_points_against=row.game_points_against,
        score_difference=row.score_for - row.score_against,
        faults=row.faults,
        byes=row.byes,
        withdrawn=row.withdrawn,
        tie_breaks=row.ties,
    )
