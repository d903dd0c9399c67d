"""The log of one seat: what was sent to it, what it answered, and what that cost it.  Nothing else of the match."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any, Final

from muggins.games import get
from muggins.games.base import Seat
from muggins.referee.asked import Asked, asked
from muggins.referee.log import Line, event_line

HEADER: Final = (
    "format", "match_id", "game", "rules_version", "seats", "options", "games", "first_to", "time", "event", "rated",
    "server_commitment",
)  # fmt: skip


def seat_lines(log: Sequence[Line], seat: Seat) -> Iterator[Line]:
    """The lines of that seat: a header, one for each turn and for each fault outside a turn, and the result.

    Who the others are does not show: an event may keep that to itself for longer than the match.
    """
    header, result = log[0], log[-1]
    yield {"kind": "seat", "seat": seat, **header["bots"][seat], **{key: header[key] for key in HEADER}}
    for line in log:
        if line["kind"] == "game":
            break
        if line["kind"] == "fault" and line["seat"] == seat:
            yield line
    for turn in asked(log):
        if turn.seat == seat:
            yield turn_line(turn, header["game"])
    if result["kind"] == "result":
        yield {key: value for key, value in result.items() if key != "ratings"}


def turn_line(turn: Asked, game: str) -> Line:
    """A turn and its answer; times are whole microseconds since the match started."""
    return {
        "kind": "turn",
        "turn": turn.number,
        "seat": turn.seat,
        "clock": asdict(turn.clock),
        "view": view_fields(turn.view, game),
        "legal_moves": list(turn.moves),
        "events": [event_line(happening.event, happening.number) for happening in turn.events],
        **_answer(turn),
    }


def view_fields(view: Any, game: str) -> dict[str, Any]:
    """The fields of a view; of a game whose view has none, how it looks."""
    return view._asdict() if hasattr(view, "_asdict") else {"text": get(game).render(view)}


def _answer(turn: Asked) -> Line:
    """What came back, and what it cost."""
    line = turn.ended
    if line is None:
        return {"answer": None, "why": "the match ended first"}
    read = line.get("read_us", line.get("at_us"))
    told = {"sent_us": line["sent_us"], "read_us": read, "took_us": read - line["sent_us"]}
    told |= {"charged_us": line["charged_us"], "bank_left_us": max(0, turn.clock.bank_left_us - line["charged_us"])}
    if line["kind"] == "decision":
        return {"answer": line["move"], **told, "strikes": turn.clock.strikes}
    illegal = line["fault"] == "illegal"
    fault = {"fault": line["fault"], "why": "not a legal move" if illegal else line["text"]}
    forced = {"forced": turn.forced} if turn.forced else {}
    return {"answer": line["text"] if illegal else None, **told, "strikes": turn.clock.strikes + 1, **fault, **forced}
