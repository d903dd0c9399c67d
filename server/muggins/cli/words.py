"""Fields of the protocol in words."""

from google.protobuf.descriptor import EnumDescriptor
from google.protobuf.timestamp_pb2 import Timestamp

from muggins.v1 import matches_pb2, play_pb2, tournaments_pb2


def day(moment: Timestamp) -> str:
    """Date and time, UTC."""
    return moment.ToDatetime().strftime("%Y-%m-%d %H:%M")


def match_state(match: matches_pb2.Match) -> str:
    return _word(matches_pb2.MatchState.DESCRIPTOR, match.state, "MATCH_STATE_")


def tournament_state(tournament: tournaments_pb2.Tournament) -> str:
    return _word(tournaments_pb2.TournamentState.DESCRIPTOR, tournament.state, "TOURNAMENT_STATE_")


def termination(match: matches_pb2.Match) -> str:
    """Why it ended; empty while it is played."""
    return _word(play_pb2.Termination.DESCRIPTOR, match.termination, "TERMINATION_") if match.termination else ""


def _word(enum: EnumDescriptor, number: int, prefix: str) -> str:
    """The value's name without its prefix; a newer server's unknown value is its number."""
    value = enum.values_by_number.get(number)
    return value.name.removeprefix(prefix).lower().replace("_", " ") if value else str(number)
