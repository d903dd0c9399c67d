"""The turn that a match asks of a seat, as it goes over the wire."""

from muggins.games.match import Match
from muggins.v1 import cribbage_pb2, fives_pb2, play_pb2


def ask(match: Match, seat: int) -> play_pb2.Turn:
    fields = match.view(seat)._asdict()  # type: ignore[attr-defined]
    turn = play_pb2.Turn(seat=fields.pop("seat"), legal_moves=match.moves(seat))
    if match.rules.game == "cribbage":
        fields["phase"] = "CRIBBAGE_PHASE_" + fields["phase"].replace("-", "_").upper()
        turn.cribbage.CopyFrom(cribbage_pb2.CribbageView(**fields))
    else:
        turn.fives.CopyFrom(fives_pb2.FivesView(**fields))
    return turn
