"""Ratings as messages: live ones, and those by all results together."""

from datetime import UTC, datetime

from google.protobuf.timestamp_pb2 import Timestamp

from muggins.api import messages
from muggins.api.errors import BadRequest
from muggins.store.paging import Page
from muggins.store.ratings import Ranking
from muggins.store.strengths import Computed, Point, Strength
from muggins.v1 import rankings_pb2 as pb
from muggins.v1 import tournaments_pb2


def strength(found: Strength) -> pb.Strength:
    return pb.Strength(
        rating=found.rating,
        low=found.low,
        high=found.high,
        blocks=found.blocks,
        provisional=found.provisional,
        tied=found.tied,
    )


def rankings(page: Page[Ranking], newest: Computed | None) -> pb.ListRankingsResponse:
    """A page of a pool's list, with what all its results together say."""
    answer = pb.ListRankingsResponse(next_page_token=page.next_token)
    known = {row.bot_id: row for row in newest.rows} if newest else {}
    for line in page.rows:
        message = messages.ranking(line)
        if line.bot_id in known:
            message.strength.CopyFrom(strength(known[line.bot_id]))
        answer.rankings.append(message)
    return _as_of(answer, newest)


def computed(found: Computed | None) -> pb.ListRankingsResponse:
    """A list by all results together, the strongest first; equal ratings share a rank."""
    answer = pb.ListRankingsResponse()
    for number, row in enumerate(found.rows if found else (), 1):
        last = answer.rankings[-1] if number > 1 else None
        rank = last.rank if last is not None and last.strength.rating == row.rating else number
        name = found.names[row.bot_id] if found else ""
        answer.rankings.append(pb.Ranking(rank=rank, bot=name, matches=row.blocks, strength=strength(row)))
    return _as_of(answer, found)


def of_event(answer: tournaments_pb2.GetTournamentResponse, found: Computed) -> None:
    """Add what all results of the event together say of its bots."""
    answer.strengths.extend(
        tournaments_pb2.BotStrength(bot=found.names[row.bot_id], strength=strength(row)) for row in found.rows
    )
    answer.strengths_computed.FromDatetime(found.computed_at)
    answer.strengths_results = found.results


def point(where: Point) -> pb.RatingPoint:
    return pb.RatingPoint(
        hour=messages.timestamp(where.hour),
        rating=where.rating,
        matches=where.matches,
        strength=strength(where.strength),
    )


def moment(stamp: Timestamp) -> datetime:
    """Raises BadRequest for one outside the calendar."""
    try:
        return stamp.ToDatetime(UTC)
    except (ValueError, OverflowError):
        raise BadRequest("since: must be from the year 1 to 9999") from None


def _as_of(answer: pb.ListRankingsResponse, found: Computed | None) -> pb.ListRankingsResponse:
    if found is not None:
        answer.computed.FromDatetime(found.computed_at)
        answer.results = found.results
    return answer
