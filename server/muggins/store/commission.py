"""What the process that computes strengths is asked, and what it answers: a line of JSON each."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Self

from muggins.store.strengths import Computed, Scope, Strength


@dataclass(frozen=True, slots=True)
class Commission:
    """Which results to use, where they are, and the ratings of bots, by name, that are given."""

    where: str  # path or URL of the database
    scope: Scope
    anchors: Mapping[str, float]

    def text(self) -> str:
        return json.dumps(asdict(self), default=datetime.isoformat)

    @classmethod
    def of(cls, text: str) -> Self:
        said = json.loads(text)
        scope = said["scope"]
        since = datetime.fromisoformat(scope["since"]) if scope["since"] else None
        return cls(said["where"], Scope(scope["pool"], scope["tournament_id"], since), said["anchors"])


def answer(computed: Computed) -> str:
    return json.dumps(asdict(computed), default=datetime.isoformat)


def read_answer(text: str) -> Computed:
    said = json.loads(text)
    return Computed(
        computed_at=datetime.fromisoformat(said["computed_at"]),
        results=said["results"],
        rows=[Strength(**row) for row in said["rows"]],
        names={int(bot): name for bot, name in said["names"].items()},
    )
