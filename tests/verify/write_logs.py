"""Write logs of matches of every size to keep: ``python -m tests.verify.write_logs``.

They are written once for each version of the format or of the rules, and from then on only read.
"""

import json
from pathlib import Path

from muggins.games import get
from muggins.games.match import MatchRules
from muggins.referee.live import MatchSpec
from muggins.referee.record import FORMAT
from tests.referee.scripted import ScriptedBot
from tests.referee.table import TIME, Table
from tests.verify.making import Log, logged, names, played

LOGS = Path(__file__).parent / "logs"
SHORT: dict[str, dict[str, object]] = {"cribbage": {"target": 61, "value": "skunk"}, "fives-and-threes": {}}


def quiet(game: str, seats: int) -> Log:
    """A match in which nothing is wrong, between bots that give no entropy; two rounds long, so that it stays small."""
    table = Table()
    for name in names(seats):
        ScriptedBot(table, name)
    rules = MatchRules(game, seats, SHORT[game], first="assigned", lead=1, max_rounds=2)
    return logged(table, MatchSpec("quiet", rules, TIME, tuple(names(seats)), b"\x2a" * 32, event="The cup"))


def absent(game: str) -> Log:
    """A match between two that one did not come to."""
    table = Table()
    ScriptedBot(table, "ann")
    match = MatchSpec("absent", MatchRules(game, 2, SHORT[game]), TIME, ("ann", "bob"), b"\x2b" * 32, event="The cup")
    return logged(table, match, absent=[1])


def main() -> None:
    for game in SHORT:
        folder = LOGS / f"format-{FORMAT}" / f"{game}-{get(game).rules_version}"
        folder.mkdir(parents=True, exist_ok=True)
        kept = {"absent-2": absent(game), "troubled-2": played(game, 2), "troubled-4": played(game, 4)}
        kept |= {f"quiet-{seats}": quiet(game, seats) for seats in (2, 3, 4)}
        for name, log in kept.items():
            text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in log)
            (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
