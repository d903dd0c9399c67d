"""One line of a match's log, or one event of its public feed, as one line of words."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from muggins.cli.say import clean
from muggins.games.base import side_of, sides
from muggins.v1 import event_pb2

Line = Mapping[str, Any]  # as docs/log.md describes it

WHY: Final = {"thirtyone": "31", "pair_royal": "pair royal", "double_pair_royal": "double pair royal"}


class Names:
    """What the seats and sides of a match are called."""

    def __init__(self, bots: Sequence[str]) -> None:
        self.bots = [short(clean(bot)) for bot in bots]
        self.width = max(map(len, self.bots), default=0)
        partners: list[list[str]] = [[] for _ in range(sides(len(bots)))]
        for seat, bot in enumerate(self.bots):
            partners[side_of(seat, len(bots))].append(bot)
        self.sides = [" & ".join(side) for side in partners]

    def score(self, scores: Sequence[int]) -> str:
        return ":".join(map(str, scores))


def short(name: str, most: int = 16) -> str:
    """The name, or both ends of it where it is too long for a column: names often differ at their ends."""
    return name if len(name) <= most else f"{name[: most - 6]}…{name[-5:]}"


def line_of(event: event_pb2.Event) -> Line:
    """An event of the public feed as a line of the log would say it."""
    line: dict[str, Any] = {field.name: value for field, value in event.ListFields() if field.name != "number"}
    line["n"] = event.number
    if event.parts:
        line["parts"] = {part.why: part.points for part in event.parts}
    if event.kind == "score":
        line |= {"points": event.points, "offered": event.offered}
    return line


def why(word: str) -> str:
    return WHY.get(word, word.replace("_", " "))


def points(line: Line) -> str:
    """What a score line gave, and for what: "+4 threes 4", or "0 of 5, void"."""
    parts = " ".join(f"{why(part)} {n}" for part, n in line.get("parts", {}).items())
    if line["points"] < line["offered"]:
        gained = f"+{line['points']} of {line['offered']}" + (", void" if line.get("why") == "void" else "")
        return f"{gained}  {parts}".rstrip()
    reason = parts or ("" if line.get("why") in ("place", "hand", "crib") else why(line.get("why", "")))
    return f"+{line['points']}  {reason}".rstrip()


def pieces(line: Line) -> str:
    return clean(" ".join(line.get("pieces", ())))


def tell(line: Line, names: Names) -> str:
    """The line in words; a kind that nobody here knows is named with what it holds."""
    words = WORDS.get(line["kind"])
    if words:
        return words(line, names)
    return clean(f"{line['kind']}: " + " ".join(f"{k}={v}" for k, v in line.items() if k not in ("kind", "n")))


def _who(line: Line, names: Names) -> str:
    return names.bots[line["seat"]].ljust(names.width)


def _plain(text: str) -> Callable[[Line, Names], str]:
    """Words with ``{who}``, ``{pieces}``, ``{total}`` and ``{why}`` filled in."""

    def words(line: Line, names: Names) -> str:
        who = _who(line, names) if "seat" in line else ""
        return text.format(
            who=who, name=who.rstrip(), pieces=pieces(line), total=line.get("total"), why=why(line.get("why", ""))
        ).rstrip()

    return words


def _score(line: Line, names: Names) -> str:
    return f"  {names.sides[line['side']]} {points(line)}  (now {line.get('total', 0)})"


def _game_over(line: Line, names: Names) -> str:
    return f"The game goes to {names.sides[line['side']]}, worth {line.get('points', 0)}"


def _award(line: Line, names: Names) -> str:
    return f"{names.sides[line['side']]} is given {line.get('points', 0)} game points ({why(line.get('why', ''))})"


def _fault(line: Line, names: Names) -> str:
    return f"! {names.bots[line['seat']]}: {line['fault']} ({clean(line['text'])})"


WORDS: Final[Mapping[str, Callable[[Line, Names], str]]] = {
    "game": _plain("\nGame {total}"),
    "draw": _plain("  {who}  draws {pieces}"),
    "lead": _plain("  {name} goes first"),
    "deal": _plain("\nDeal {total}, by {name}"),
    "hand": _plain("  {who}  holds {pieces}"),
    "aside": _plain("  {why}: {pieces}"),
    "lay_away": _plain("  {who}  lays away {pieces}"),
    "starter": _plain("  Starter {pieces}"),
    "play": _plain("  {who}  {pieces}  count {total}"),
    "place": _plain("  {who}  {pieces}  ends {total}"),
    "go": _plain("  {who}  go"),
    "knock": _plain("  {who}  knocks"),
    "count": _plain("  --"),
    "show": _plain("  {who}  shows {pieces}"),
    "crib": _plain("  {who}  crib {pieces}"),
    "score": _score,
    "round_over": _plain("  The round is over: {why}"),
    "game_over": _game_over,
    "struck_out": _plain("! {name} is struck out"),
    "out": _plain("! {name} is out; the referee moves for it"),
    "award": _award,
    "abandoned": _plain("Abandoned: {why}"),
    "fault": _fault,
    "forced": lambda line, names: f"! the referee plays {clean(line['move'])} for {names.bots[line['seat']]}",
}
