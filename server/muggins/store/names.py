"""What may be called what.  Names end up in terminals, pages and files, so the odd ones are refused at the door."""

import unicodedata

from muggins.store.errors import BadName

SHORTEST = 3
LONGEST_BOT = 32
LONGEST_EVENT = 64
LONGEST_OWNER = 64
LONGEST_VERSION = 32


def clean(name: str, what: str, shortest: int, longest: int) -> str:
    """The name in its one written form (NFKC).  Raises BadName, which says what is wrong."""
    name = unicodedata.normalize("NFKC", name)
    if problem := _problem(name, shortest, longest):
        raise BadName(what=what, name=name[: longest + 1], problem=problem)
    return name


def _problem(name: str, shortest: int, longest: int) -> str:
    if not shortest <= len(name) <= longest:
        return f"has {len(name)} characters; {shortest} to {longest} are allowed"
    kinds = [unicodedata.category(c) for c in name]
    if any(kind[0] == "C" or (kind[0] == "Z" and c != " ") for c, kind in zip(name, kinds, strict=True)):
        return "has characters that cannot be seen"
    if name and kinds[0][0] == "M":
        return "starts with a mark that belongs to a letter"
    if name != name.strip(" ") or "  " in name:
        return "has a space at its start, at its end, or two in a row"
    return ""


def key(name: str) -> str:
    """What names are compared by: without case, so that Ann and ANN are one (Unicode's NFKC_Casefold, in short)."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def bot_name(name: str) -> str:
    return clean(name, "bot name", SHORTEST, LONGEST_BOT)


def event_name(name: str) -> str:
    return clean(name, "event name", SHORTEST, LONGEST_EVENT)


def owner_name(name: str) -> str:
    return clean(name, "owner", 1, LONGEST_OWNER)


def version_name(name: str) -> str:
    """A version may be empty: a bot need not say one."""
    return clean(name, "version", 0, LONGEST_VERSION)
