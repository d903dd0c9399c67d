"""A small storm in the suite, on each kind of database; ``make crash`` is the large one."""

import random
import re
from pathlib import Path

from tests.crash import points
from tests.crash.storm import storm

SERVER = Path(__file__).parents[2] / "server" / "muggins"
KILLS = {"sqlite": 7, "postgresql": 3}


async def test_a_server_that_is_killed_loses_nothing_and_goes_on(backend: str, where: str, tmp_path: Path) -> None:
    likely = [name for name, rate in points.POINTS.items() if rate >= 1.0]
    schedule = [*random.sample(likely, KILLS[backend] - 1), points.RANDOM]
    seen = await storm(where, tmp_path, schedule)
    verdict = seen.verdict
    assert verdict is not None
    assert (verdict.lost, verdict.doubled, verdict.wrong) == ([], [], []), schedule
    assert len(seen.kills) == KILLS[backend]
    assert verdict.results >= seen.acknowledged - verdict.void > 0


def test_every_point_in_the_code_is_tried() -> None:
    calls = re.compile(r'crash\.point\("([\w.]+)"\)')
    named = {name for path in SERVER.rglob("*.py") for name in calls.findall(path.read_text("utf-8"))}
    assert named == points.POINTS.keys()
    assert len(named) >= 30
