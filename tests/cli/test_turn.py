"""One recorded turn asked again, and the log of one seat, as an author types it."""

import json
import sys
from pathlib import Path

from tests.cli.conftest import Muggins
from tests.cli.test_verbs import LAST, event


def played(muggins: Muggins, tmp_path: Path) -> str:
    """The id of a match that is over."""
    assert muggins("tournament", "run", event(tmp_path, "cribbage", rounds=1)).code == 0
    (match,) = json.loads(muggins("match", "list", "--format", "json").out)
    match_id: str = match["id"]
    return match_id


def test_the_log_of_a_seat_and_one_of_its_turns_asked_again(muggins: Muggins, tmp_path: Path) -> None:
    match_id = played(muggins, tmp_path)
    header, *turns, _ = [json.loads(line) for line in muggins("match", "log", match_id, "--seat", "1").out.splitlines()]
    assert header["kind"] == "seat"
    assert [turn["turn"] for turn in turns] == list(range(1, len(turns) + 1))
    assert "seat is 2" in muggins("match", "log", match_id, "--seat", "2").err

    (tmp_path / "last.py").write_text(LAST)
    again = muggins("match", "turn", match_id, "3", "--seat", "1", "--bot", "last.py:Last")
    assert again.code == 0, again.err
    assert f"Answer then   {turns[2]['answer']}" in again.out
    assert f"Answer now    {turns[2]['legal_moves'][-1]}  legal" in again.out

    lost = muggins("match", "turn", match_id, "1", "--", sys.executable, "-c", "raise SystemExit('no book')")
    assert lost.code == 1
    assert "having written: no book" in lost.err
    assert "there is no turn 999" in muggins("match", "turn", match_id, "999", "--bot", "greedy").err
    assert "say which bot" in muggins("match", "turn", match_id, "1").err
