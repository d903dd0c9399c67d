"""``muggins play``: local matches between bots, with no server and the same referee."""

import asyncio
import random
import secrets
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

from muggins.cli.progress import progress
from muggins.cli.say import Row, fail, note, say, table
from muggins.cli.statistics import percentile, wilson
from muggins.games import GAMES
from muggins.games.base import side_of
from muggins.games.match import MatchRules
from muggins.referee.live import MatchSpec
from muggins.referee.outcome import Outcome
from muggins.referee.timing import TimeControl
from muggins.workshop.guests import Cast, Guest, NotComing, gathered
from muggins.workshop.table import server_seed
from muggins_bot.bot import Bot
from muggins_bot.loading import BotNotFound, load

COMMAND = "cmd:"  # before a bot that is a process of its own
LOGS = Path("muggins-play")  # what those write


@dataclass
class Tally:
    """What one bot has done."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)  # for each decision

    def add(self, outcome: Outcome, seat: int, entries: Sequence[tuple[Any, ...]]) -> None:
        """Count a match that it played in that seat.  A void one counts for nothing."""
        self.faults.update(outcome.seats[seat].faults)
        self.seconds += [(e[4] - e[3]) / 1e6 for e in entries if e[0] == "d" and e[1] == seat]
        if outcome.termination.void:
            return
        place = outcome.places[side_of(seat, len(outcome.seats))]
        if place:
            self.lost += 1
        elif outcome.places.count(0) > 1:
            self.drawn += 1
        else:
            self.won += 1

    def row(self, name: str) -> Row:
        matches = self.won + self.drawn + self.lost
        wins = self.won + self.drawn / 2
        low, high = wilson(wins, matches)
        return {
            "bot": name,
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            "win %": 100 * wins / matches if matches else None,
            "95 % interval": f"{100 * low:.1f} .. {100 * high:.1f}",
            "faults": sum(self.faults.values()),
            **{f"p{percent} µs": round(1e6 * percentile(self.seconds, percent)) for percent in (50, 90, 99)},
        }


def names_of(texts: Sequence[str]) -> list[str]:
    """What the bots are called: the class, kind or command, with a number from the second of a name on."""
    seen: Counter[str] = Counter()
    names = []
    for text in texts:
        words = text.removeprefix(COMMAND).split()
        name = Path(words[-1]).stem if text.startswith(COMMAND) and words else text.rpartition(":")[2]
        seen[name] += 1
        names.append(name if seen[name] == 1 else f"{name}-{seen[name]}")
    return names


def specs(rules: MatchRules, names: Sequence[str], matches: int, seed: bytes) -> Iterator[MatchSpec]:
    """The matches.  Each bot moves one seat to the left from match to match, so partners stay partners."""
    for number in range(matches):
        turn = number % len(names)
        bots = (*names[turn:], *names[:turn])
        yield MatchSpec(f"local-{number + 1}", rules, TimeControl(), bots, server_seed(seed, number), rated=False)


async def play_all(cast: Cast, rules: MatchRules, matches: int, seed: bytes) -> dict[str, Tally]:
    """Play the matches one after another, with a bar, and return what each bot did.  Raises NotComing, or OSError."""
    tallies = {name: Tally() for name in cast}
    async with gathered(cast) as table_:
        with progress() as bar:
            step = bar.add_task(f"{rules.game}, {rules.seats} seats", total=matches)
            for spec in specs(rules, list(cast), matches, seed):
                live, outcome = await table_.play(spec)
                entries = live.record.entries()
                for seat, name in enumerate(spec.bots):
                    tallies[name].add(outcome, seat, entries)
                bar.advance(step)
    return tallies


def play(
    bots: Annotated[
        list[str], typer.Argument(help="FILE.py:CLASS; a house bot: random, greedy, steady, expert; or 'cmd:COMMAND'")
    ],
    game: Annotated[str, typer.Option(help="cribbage or fives-and-threes")] = "cribbage",
    seats: Annotated[int, typer.Option(help="2, 3 or 4; with 4 and two bots each is both of its side")] = 2,
    matches: Annotated[int, typer.Option(min=1, help="how many to play")] = 20,
    games: Annotated[int, typer.Option(help="in each match")] = 1,
    target: Annotated[int | None, typer.Option(help="61 or 121 points, at cribbage")] = None,
    seed: Annotated[str, typer.Option(help="hexadecimal; repeats earlier matches")] = "",
) -> None:
    """Play local matches between bots, with no server and the same referee."""
    texts = bots * 2 if seats == 4 and len(bots) == 2 else bots
    if len(texts) != seats:
        fail(f"{seats} seats need {seats} bots{', or two for both sides' if seats == 4 else ''}; {len(bots)} are given")
    rules = MatchRules(_game(game), seats, {} if target is None else {"target": target}, games)
    chosen = _seed(seed)
    random.seed(chosen)  # bots that throw dice with Python's own repeat themselves too
    try:
        cast = {name: _bot(name, text, chosen) for name, text in zip(names_of(texts), texts, strict=True)}
        tallies = asyncio.run(play_all(cast, rules, matches, chosen))
    except (BotNotFound, NotComing) as error:
        fail(str(error))
    table([tally.row(name) for name, tally in tallies.items()])
    for name, tally in tallies.items():
        if tally.faults:
            say(f"{name}: " + ", ".join(f"{kind} {count}" for kind, count in sorted(tally.faults.items())))
    for guest in cast.values():
        if isinstance(guest, Guest):
            note(f"What {guest.name} wrote is in {guest.said}")
    say(f"\nThe same again: --seed {chosen.hex()}")


def _bot(name: str, text: str, seed: bytes) -> Guest | Bot:
    """A bot of this process, or a guest that is told the seed.  Raises BotNotFound."""
    if not text.startswith(COMMAND):
        return load(text)()
    words = shlex.split(text.removeprefix(COMMAND))
    if not words:
        raise BotNotFound("cmd: says no command")
    LOGS.mkdir(exist_ok=True)
    return Guest(name, words, LOGS / f"{name}.log", seed)


def _seed(text: str) -> bytes:
    try:
        return bytes.fromhex(text) if text else secrets.token_bytes(8)
    except ValueError:
        fail(f"--seed is {text!r}; allowed: hexadecimal digits, two for each byte")


def _game(text: str) -> str:
    """A game's name from its beginning, where that is clear: "fives" will do."""
    found = [name for name in GAMES if name.startswith(text)]
    return found[0] if len(found) == 1 else text
