"""A label and the words that belong to it, in lines that fit the width."""

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
