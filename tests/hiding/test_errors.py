"""An error whose text holds a hand reaches nobody, whichever handler it breaks: a caller gets a number at most."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import grpc
import pytest

from muggins.api import messages, wire
from muggins.api.play import PlayService
from muggins.games.dealing import SeededDeals
from muggins.games.match import Match, MatchRules
from muggins.referee.handshake import Handshake
from muggins.referee.live import LiveMatch
from muggins.referee.lobby import Lobby
from muggins.store import matches, seeds
from tests.hiding.script import Written
from tests.hiding.stage import FEEDS, Plan, Recording, perform
from tests.hiding.streams import Status

HAND = "the hand was 5H JD"
NUMBER = re.compile(r"internal error [0-9a-f]{12}")
SOON = 1026.0  # when a match of these tests is cancelled, if nothing else has ended it


@pytest.fixture
def breaks(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Iterator[Callable[[Any, str], None]]:
    """Make something fail with a hand in the text.  The operator's log has that text, and nothing else does."""

    def broken(*_: Any, **__: Any) -> Any:
        raise RuntimeError(HAND)

    yield lambda owner, name: monkeypatch.setattr(owner, name, broken)
    assert any(HAND in (record.exc_text or "") for record in caplog.get_records("call"))


def play(then: str = "first", moment: float = SOON, entropy: frozenset[int] = frozenset()) -> Recording:
    """A match until that moment, or until it ends for another reason."""
    plan = Plan(MatchRules("cribbage", 2), SeededDeals(bytes(32)), entropy=entropy, ending="cancel", moment=moment)
    recording = perform(plan, Written({}, dict.fromkeys(range(2), then)))
    for told in recording.frames.values():
        for _, message in told:
            assert HAND.encode() not in (message if isinstance(message, bytes) else repr(message).encode())
    return recording


def refusals(recording: Recording, *receivers: int | str) -> list[Status]:
    """How these were refused: each with a number of its own, and nothing more."""
    found = [m for who in receivers for _, m in recording.frames[who] if isinstance(m, Status)]
    assert {status.code for status in found} <= {grpc.StatusCode.INTERNAL}
    assert all(NUMBER.fullmatch(status.text) for status in found)
    assert len({status.text for status in found}) == len(found)
    return found


@pytest.mark.parametrize(("owner", "name"), [(PlayService, "_may_open"), (Lobby, "connect"), (PlayService, "_take")])
def test_an_error_in_a_session_ends_it_with_a_number(breaks: Callable[[Any, str], None], owner: Any, name: str) -> None:
    breaks(owner, name)
    assert len(refusals(play(), 0, 1)) == 2


def test_an_error_after_a_bot_has_gone_shows_nothing_either(breaks: Callable[[Any, str], None]) -> None:
    breaks(Lobby, "disconnect")
    assert len(refusals(play("gone"), 0, 1)) == 2


@pytest.mark.parametrize(
    ("owner", "name"),
    [(LiveMatch, "answer"), (Match, "begin"), (wire, "turn_bytes"), (wire, "start_bytes"), (wire, "commitments_bytes")],
)
def test_an_error_in_a_match_makes_it_void(breaks: Callable[[Any, str], None], owner: Any, name: str) -> None:
    breaks(owner, name)
    recording = play(entropy=frozenset({0}))
    assert recording.termination == "void_server"
    assert refusals(recording, 0, 1) == []


@pytest.mark.parametrize(("owner", "name", "then"), [(LiveMatch, "expired", "silent"), (Handshake, "reveal", "first")])
def test_an_error_when_time_is_up_or_entropy_is_revealed_makes_it_void(
    breaks: Callable[[Any, str], None], owner: Any, name: str, then: str
) -> None:
    breaks(owner, name)
    assert play(then, entropy=frozenset({0}), moment=SOON + 10).termination == "void_server"


def test_an_end_that_cannot_be_told_keeps_nobody_waiting(breaks: Callable[[Any, str], None]) -> None:
    breaks(wire, "end_bytes")
    recording = play()
    assert recording.termination == "cancelled"
    assert all(recording.frames[feed] for feed in FEEDS)


@pytest.mark.parametrize(("owner", "name"), [(messages, "match"), (matches, "get"), (seeds, "opened")])
def test_an_error_in_a_question_is_answered_with_a_number(
    breaks: Callable[[Any, str], None], owner: Any, name: str
) -> None:
    breaks(owner, name)
    assert len(refusals(play(), "asked")) >= len(FEEDS)


def test_an_error_in_a_feed_ends_it_with_a_number(breaks: Callable[[Any, str], None]) -> None:
    breaks(wire, "event_message")
    assert len(refusals(play(), *FEEDS)) == len(FEEDS)
