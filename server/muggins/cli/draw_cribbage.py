"""A deal of cribbage as people read it: hands and lay-aways, the starter, the play with its count, the show."""

from collections.abc import Iterable, Iterator, Sequence

from muggins.cli.fill import fill, scored
from muggins.cli.tell import Line, Names, pieces, points, tell

MARKED = ("fault", "forced", "out", "struck_out", "award", "abandoned", "game_over")


def draw_deal(lines: Sequence[Line], names: Names, scores: list[int]) -> Iterator[str]:
    """The deal that these lines of a log tell; ``scores`` is by side, and follows."""
    deal = lines[0]
    yield f"\nDeal {deal['total']}, dealt by {names.bots[deal['seat']]}   {names.score(scores)}"
    yield from _hands(lines, names)
    seen = next((i for i, line in enumerate(lines) if line["kind"] == "starter"), len(lines))
    yield from (tell(line, names) for line in lines[:seen] if line["kind"] in MARKED)
    shown = next((i for i, line in enumerate(lines) if line["kind"] in ("show", "crib")), len(lines))
    yield from _play(lines[seen:shown], names, scores)
    yield from _show(lines[shown:], names, scores)


def _hands(lines: Sequence[Line], names: Names) -> Iterator[str]:
    laid = {line["seat"]: pieces(line) for line in lines if line["kind"] == "lay_away"}
    for line in lines:
        if line["kind"] == "hand":
            away = f"   lays away {laid[line['seat']]}" if line["seat"] in laid else ""
            yield f"  {names.bots[line['seat']]:<{names.width}}  {pieces(line)}{away}"
        elif line["kind"] == "aside":
            yield f"  {'to the crib':<{names.width}}  {pieces(line)}"


def _play(lines: Iterable[Line], names: Names, scores: list[int]) -> Iterator[str]:
    """One paragraph for each count.  Points stand in brackets behind the card that made them."""
    words: list[str] = []
    card = 0  # the place in ``words`` of the last card
    for line in lines:
        kind = line["kind"]
        if kind == "score":
            scores[line["side"]] = line["total"]
            words[card] += f" ({points(line).replace('  ', ' ')})"
        elif kind in ("starter", "play"):
            card = len(words)
            words.append(_card(line, names))
        elif kind == "go":
            words.append(f"{names.bots[line['seat']]} go")
        elif kind in ("count", *MARKED):
            yield from _paragraph(words, names)
            words = []
        if kind in MARKED:
            yield tell(line, names)
    yield from _paragraph(words, names)


def _card(line: Line, names: Names) -> str:
    if line["kind"] == "starter":
        return f"starter {pieces(line)}"
    return f"{names.bots[line['seat']]} {pieces(line)} {line['total']}"


def _paragraph(words: Sequence[str], names: Names) -> Iterator[str]:
    if words:
        yield from fill("play", words, names.width, gap=" · ")


def _show(lines: Iterable[Line], names: Names, scores: list[int]) -> Iterator[str]:
    """Each hand with what it counts, the crib last."""
    shown = ""
    for line in lines:
        if line["kind"] in ("show", "crib"):
            who = names.bots[line["seat"]] if line["kind"] == "show" else "crib"
            shown = f"  {who:<{names.width}}  {pieces(line)}"
        elif line["kind"] == "score":
            scores[line["side"]] = line["total"]
            yield from scored(shown, points(line), names.score(scores))
        elif line["kind"] in MARKED:
            yield tell(line, names)
