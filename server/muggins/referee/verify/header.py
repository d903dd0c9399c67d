"""The first line of a log: the rules, the clock, and that the seed is the one that everybody committed to."""

from collections.abc import Sequence
from dataclasses import dataclass

from muggins.games import get
from muggins.games.base import OptionError, side_of
from muggins.games.dealing import commitment, match_seed
from muggins.games.match import MatchRules
from muggins.referee.log import rules_of
from muggins.referee.record import FORMAT
from muggins.referee.timing import TimeControl
from muggins.referee.verify.discrepancy import Line, found


@dataclass(frozen=True, slots=True)
class Header:
    """What the rest of the log has to follow from."""

    rules: MatchRules
    time: TimeControl
    seed: bytes
    withheld: Sequence[bool]  # by seat: it committed to entropy that was not used
    carried: Sequence[int]  # microseconds of start-up budget in the first turn of each seat
    rated: bool
    rotating_partners: bool


def read_header(line: Line) -> Header:
    """Raises Found."""
    if line.get("kind") != "match":
        found("header", "a log begins with the line of the match")
    if line.get("format") != FORMAT:
        found("format", f"the format is {line.get('format')!r}; this version knows {FORMAT}")
    try:
        return _read(line)
    except KeyError as error:
        found("header", f"the line of the match has no {error}")
    except OptionError as error:
        found("options", f"no match is played by such rules: {error}")
    except (TypeError, ValueError) as error:
        found("header", f"the line of the match cannot be read: {error}")


def _read(line: Line) -> Header:
    rules = rules_of(line)
    known = get(rules.game).rules_version
    if line["rules_version"] != known:
        found("rules_version", f"rules version {line['rules_version']!r} of {rules.game}; this one knows {known}")
    sides = [bot["side"] for bot in line["bots"]]
    if sides != [side_of(seat, rules.seats) for seat in range(rules.seats)]:
        found("sides", f"the bots' sides are {sides}, which {rules.seats} seats do not have")
    time = TimeControl(**line["time"])
    for seat, carried in enumerate(line["carried_us"]):
        if not 0 <= carried <= round(time.start_up * 1e6):
            found("carried", f"the first turn of seat {seat} carries {carried} us, more than its start-up budget")
    withheld = [bool(c) and e is None for c, e in zip(line["commitments"], line["entropies"], strict=True)]
    return Header(rules, time, _seed(line), withheld, line["carried_us"], line["rated"], line["rotating_partners"])


def _seed(line: Line) -> bytes:
    """The seed that the match was dealt from.  Where one of two values must be false, what was dealt says which."""
    server = bytes.fromhex(line["server_seed"])
    entropies = [None if entropy is None else bytes.fromhex(entropy) for entropy in line["entropies"]]
    seed = match_seed(server, entropies)
    dealt = seed.hex() == line["match_seed"]
    if commitment(server).hex() != line["server_commitment"]:
        if dealt:
            found("server_commitment", "the server's commitment is to another seed than the one that dealt")
        found("server_seed", "the server's seed is not the one that it committed to")
    for seat, (entropy, promised) in enumerate(zip(entropies, line["commitments"], strict=True)):
        if entropy is not None and commitment(entropy).hex() != promised:
            if dealt:
                found("commitment", f"the commitment of seat {seat} is to another entropy than the one that was used")
            found("entropy", f"the entropy of seat {seat} is not the one that it committed to")
    if not dealt:
        found("match_seed", "the seed of the match does not follow from the server's seed and the entropies")
    return seed
