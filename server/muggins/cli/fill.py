"""Words in lines that fit the width."""

from collections.abc import Iterable, Iterator

from muggins.cli.say import WIDTH


def fill(label: str, words: Iterable[str], width: int, gap: str = " ") -> Iterator[str]:
    """Lines that start with the label, padded to ``width``; later ones are blank there.  A word is never broken."""
    margin = "  " + " " * max(width, len(label)) + "  "
    line = f"  {label:<{width}}  "
    fresh = True
    for word in words:
        if not fresh and len(line) + len(gap) + len(word) > WIDTH:
            yield line.rstrip()
            line, fresh = margin, True
        line += word if fresh else gap + word
        fresh = False
    yield line.rstrip()


def scored(left: str, points: str, score: str) -> Iterator[str]:
    """What was laid or shown, what it gave, and the score; on a line of its own where there is no room."""
    line = f"{left}  {points:<30}  {score}"
    if len(line) <= WIDTH:
        yield line
    else:
        yield f"{left}  {points}"
        yield f"{'':{len(left) + 34}}{score}"
