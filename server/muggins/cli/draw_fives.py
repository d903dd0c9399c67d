"""A round of Fives and Threes as people read it: the hands, each placement with its points, and the line."""

from collections.abc import Iterator, Sequence

from muggins.cli.fill import fill, scored
from muggins.cli.tell import Line, Names, pieces, points, tell
from muggins.games.fives_view import layout

MARKED = ("knock", "fault", "forced", "out", "struck_out", "award", "abandoned", "game_over", "round_over")


def extend(line: tuple[str, ...], move: str) -> tuple[str, ...]:
    """The tiles as they lie after a placement: "6-4:L" turns its tile so that it fits."""
    tile, _, end = move.partition(":")
    if not line or not end:
        return (tile,)
    high, low = tile.split("-")
    inner = line[0][0] if end == "L" else line[-1][-1]
    other = low if high == inner else high
    return (f"{other}-{inner}", *line) if end == "L" else (*line, f"{inner}-{other}")


def draw_round(lines: Sequence[Line], names: Names, scores: list[int]) -> Iterator[str]:
    """The round that these lines of a log tell, from its deal on; ``scores`` is by side, and follows."""
    deal = lines[0]
    yield f"\nRound {deal['total']}, opened by {names.bots[deal['seat']]}   {names.score(scores)}"
    for line in lines:
        if line["kind"] in ("hand", "aside"):
            label = names.bots[line["seat"]] if line["kind"] == "hand" else "not dealt"
            yield from fill(label, line["pieces"], names.width)
    yield ""
    yield from _moves(lines, names, scores)
    table: tuple[str, ...] = ()
    for line in lines:
        if line["kind"] == "place":
            table = extend(table, line["pieces"][0])
    yield from layout(table)


def _moves(lines: Sequence[Line], names: Names, scores: list[int]) -> Iterator[str]:
    """The placements, each with the points that it made on the same line."""
    placed = ""
    for line in lines:
        if line["kind"] == "score":
            scores[line["side"]] = line["total"]
            yield from scored(placed, points(line), names.score(scores))
            placed = ""
            continue
        if placed and line["kind"] not in ("fault", "forced"):
            yield placed
            placed = ""
        if line["kind"] == "place":
            placed = f"  {names.bots[line['seat']]:<{names.width}}  {pieces(line):<5}  ends {line['total']:>2}"
        elif line["kind"] in MARKED:
            yield tell(line, names)
    if placed:
        yield placed
