"""What each format has of its own in an event file, and which keys contradict it."""

from collections.abc import Sequence

from muggins_tournaments.definition import EventDefinition, Knockout, Sprt, Stage
from muggins_tournaments.keys import EventError, Table

# The table of the file that belongs to each format, and what means nothing in it.
TABLES = {"knockout": "knockout", "gauntlet": "gauntlet", "sprt": "sprt", "stages": "stages"}
MEANINGLESS = {
    "knockout": {"rounds": "the number of entrants decides it", "games_per_pairing": "give knockout.best_of"},
    "ladder": {"rounds": "a ladder goes on until it is stopped", "games_per_pairing": "the pairings decide it"},
    "sprt": {"rounds": "the test decides when it is over", "games_per_pairing": "each pair has two matches"},
    "stages": {"rounds": "give it in each stage", "games_per_pairing": "give it in each stage"},
}
PARTS = ("round-robin", "swiss", "knockout")  # formats that a stage may have
STAGE_KEYS = ("format", "from", "rounds", "games_per_pairing", "groups", "advance", "best_of", "double")
MOST_STAGES = 8


def knockout(table: Table, keys: Sequence[str]) -> Knockout:
    """The keys of a knockout, from its own table or from that of a stage."""
    table.only(keys)
    best_of = table.whole("best_of", 1, 999, 1)
    if best_of % 2 == 0:
        raise table.error("best_of", f"must be odd, or nobody need be ahead after it, not {best_of}")
    return Knockout(best_of, table.flag("double", False))


def champions(table: Table, units: tuple[str, ...]) -> tuple[str, ...]:
    """The champions of a gauntlet."""
    table.only(("champions",))
    table.required("champions", "an array of those who meet the field")
    names = table.names("champions", "entrants", "one of the entrants")
    for name in names:
        if name not in units:
            raise table.error("champions", f"must be entrants, which {name} is not")
    if not 0 < len(names) < len(units):
        raise table.error("champions", f"must be from 1 to {len(units) - 1} of the entrants, not {len(names)}")
    return names


def sprt(table: Table) -> Sprt:
    """The table [sprt]."""
    table.only(("elo0", "elo1", "alpha", "beta", "max_pairs"))
    usual = Sprt()
    test = Sprt(
        elo0=table.number("elo0", -1000, 1000, usual.elo0),
        elo1=table.number("elo1", -1000, 1000, usual.elo1),
        alpha=table.number("alpha", 0.0001, 0.4999, usual.alpha),
        beta=table.number("beta", 0.0001, 0.4999, usual.beta),
        max_pairs=table.whole("max_pairs", 1, 500_000, usual.max_pairs),
    )
    if test.elo1 - test.elo0 < 0.1:
        raise table.error("elo1", f"must be above sprt.elo0 ({test.elo0:g}) by 0.1 or more, not {test.elo1:g}")
    return test


def stages(table: Table) -> tuple[Stage, ...]:
    """The stages, in the order in which they are played, which ``from`` says."""
    if not 2 <= len(table.values) <= MOST_STAGES:
        raise EventError(table.source, "stages", f"must be from 2 to {MOST_STAGES} tables, not {len(table.values)}")
    after: dict[str | None, str] = {}
    for name in table.values:
        before = table.table(name).values.get("from")
        if before is not None and before not in table.values:
            raise table.table(name).error("from", f"must be another stage: {', '.join(table.values)}")
        if before in after:
            both = f"{after[before]} and {name}"
            raise table.table(name).error(
                "from", f"{both} both follow {before or 'the entrants'}; stages form one line"
            )
        after[str(before) if before is not None else None] = name
    return tuple(_stage(table, name, last=name not in after) for name in _line(table, after))


def _line(table: Table, after: dict[str | None, str]) -> list[str]:
    order: list[str] = []
    stage = after.get(None)
    while stage is not None:
        order.append(stage)
        stage = after.get(stage)
    if len(order) < len(table.values):
        circle = ", ".join(name for name in table.values if name not in order)
        raise EventError(table.source, "stages", f"go round in a circle: {circle}; one stage has no from")
    return order


def _stage(stages: Table, name: str, *, last: bool) -> Stage:
    table = stages.table(name)
    table.only(STAGE_KEYS)
    kind = table.choice("format", PARTS, "round-robin")
    _refuse(table, kind, MEANINGLESS.get(kind, {}))
    if last == ("advance" in table.values):
        problem = "nobody follows the last stage" if last else "missing; must be how many of each group go on"
        raise table.error("advance", problem)
    if kind != "knockout" and (key := next((key for key in ("best_of", "double") if key in table.values), None)):
        raise table.error(key, f'belongs to format = "knockout", not to "{kind}"')
    if kind == "swiss":
        table.required("rounds", "the number of rounds of the Swiss")
    return Stage(
        name=name,
        format=kind,
        rounds=table.whole("rounds", 1, 1000, 1),
        games_per_pairing=table.whole("games_per_pairing", 1, 100_000, 1),
        groups=table.whole("groups", 1, 64, 1),
        advance=table.whole("advance", 1, 1000, 0),
        knockout=knockout(table, STAGE_KEYS),
    )


def check_options(table: Table, definition: EventDefinition) -> None:
    """Raise EventError for keys that mean nothing in the event's format, and for a missing number of rounds."""
    kind = definition.format
    for owner, key in TABLES.items():
        if owner != kind and key in table.values:
            raise table.error(key, f'belongs to format = "{owner}", not to "{kind}"')
    _refuse(table, kind, MEANINGLESS.get(kind, {}))
    if kind == "swiss":
        table.required("rounds", "the number of rounds of the Swiss")


def _refuse(table: Table, kind: str, meaningless: dict[str, str]) -> None:
    for key, why in meaningless.items():
        if key in table.values:
            raise table.error(key, f'means nothing with format = "{kind}": {why}')
