"""Every point at which a server can be made to die, and how often it is passed."""

from typing import Final

ONCE: Final = 0.0  # when a server starts
RARE: Final = 0.1  # when an event begins or ends
DECISIONS: Final = 40.0

# By name: passes for each match that is played, so that a life can be made to last for several matches.
POINTS: Final = {
    "open": ONCE,
    "open.voided": ONCE,
    "attempt.void": ONCE,
    "start.listening": ONCE,
    "start.resumed": ONCE,
    "event.start": ONCE,
    "event.house": ONCE,
    "session.welcome": ONCE,
    "house.token": RARE,
    "house.running": RARE,
    "event.created": RARE,
    "event.running": RARE,
    "finish": RARE,
    "finish.stored": RARE,
    "begin": 1.0,
    "begin.stored": 1.0,
    "begin.started": 1.0,
    "handshake": 1.0,
    "deal": 1.0,
    "deal.dealt": 1.0,
    "ask": DECISIONS,
    "session.write": DECISIONS / 2,
    "answer": DECISIONS,
    "answer.played": DECISIONS,
    "stop": 1.0,
    "end": 1.0,
    "end.judged": 1.0,
    "end.stored": 1.0,
    "end.counted": 1.0,
    "end.told": 1.0,
    "writer.taken": 1.0,
    "writer.begun": 1.0,
    "writer.job": 1.0,
    "writer.commit": 1.0,
    "writer.committed": 1.0,
    "writer.answered": 1.0,
    "attempt.row": 1.0,
    "attempt.seats": 1.0,
    "attempt.sealed": 1.0,
    "rating.numbered": 1.0,
    "rating.moved": 1.0,
    "result.rated": 1.0,
    "result.ended": 1.0,
    "result.seats": 1.0,
    "result.log": 1.0,
    "result.unsealed": 1.0,
    "result.bots": 1.0,
    "result.progress": 1.0,
}
RANDOM: Final = "at random"
_WRITING: Final = ("writer.", "attempt.", "rating.", "result.")


def commit_in_flight(point: str) -> bool:
    """Whether somebody waits for a commit while the server dies there."""
    return point.startswith(_WRITING) and point != "writer.answered"
