"""Swiss: in each round those meet who have done equally well so far, and nobody twice if it can be helped."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from muggins_tournaments.result import Key, Slot
from muggins_tournaments.roundrobin import Seating
from muggins_tournaments.schedule import Format, Results
from muggins_tournaments.scoring import earned
from muggins_tournaments.swissround import Position, paired


class Round(NamedTuple):
    """A round that is paired."""

    slots: list[Slot]
    sits_out: list[str]


class Swiss(Format):
    """A round is paired when the one before has all its results.  Who comes late has nothing yet, and meets such."""

    takes_late = True

    @property
    def total(self) -> int | None:
        definition = self.definition
        if definition.late or definition.gone:
            return None
        return len(self.units) // definition.width * definition.rounds * definition.games_per_pairing

    def known(self, results: Results) -> Iterator[Slot]:
        for round in self.rounds(results):
            yield from sorted(round.slots, key=lambda slot: slot.key.game)

    def stale(self, then: int, now: int) -> bool:
        """A result opens nothing before its round is over; then nothing is left, and the schedule is asked anyway."""
        return False

    def next_round(self, results: Results) -> int:
        return sum(1 for _ in self.rounds(results))

    def byes(self, results: Results) -> Mapping[str, int]:
        return Counter(unit for round in self.rounds(results) for unit in round.sits_out)

    def rounds(self, results: Results) -> Iterator[Round]:
        """The rounds that can be paired, the last of them the first that is not all played."""
        position = Position(
            width=self.definition.width,
            active=(),
            scores=(0.0,) * len(self.units),
            barred=self._barred(),
            partners=self.definition.width == 4,
        )
        led = Counter[int]()
        number = 0
        for round in range(self.definition.rounds):
            tables, out = paired(position._replace(active=self._active(round)))
            seated = enumerate(tables, number)
            slots = [slot for pairing, table in seated for slot in self._slots(round, pairing, table, led)]
            yield Round(slots, [self.units[unit] for unit in out])
            scores = self._scores(position.scores, slots, out, results)
            if scores is None:
                return
            number += len(tables)
            position = position._replace(scores=scores, tables=position.tables + tables, sat_out=position.sat_out + out)

    def _barred(self) -> frozenset[frozenset[int]]:
        """Pairs of units that may not share a table, as bots of one owner."""
        if not self.definition.owners:
            return frozenset()
        bots = [self.definition.bots(unit) for unit in self.units]
        pairs = combinations(range(len(bots)), 2)
        return frozenset(frozenset((a, b)) for a, b in pairs if self.definition.clash((*bots[a], *bots[b])))

    def _active(self, round: int) -> tuple[int, ...]:
        late, gone = self.definition.late, self.definition.gone
        here = (late.get(unit, 0) <= round < gone.get(unit, self.definition.rounds) for unit in self.units)
        return tuple(number for number, active in enumerate(here) if active)

    def _slots(self, round: int, pairing: int, table: Seating, led: Counter[int]) -> Iterator[Slot]:
        """The matches of a table: the seats turn from one to the next, and whoever led least leads."""
        place = min(range(len(table)), key=lambda place: (led[table[place]], place))
        for game in range(self.definition.games_per_pairing):
            led[table[(place + game) % len(table)]] += 1
            lead = place + (2 * (round % 2) if self.definition.pairs else 0)
            yield self.slot(Key(pairing, game), round, table, game, lead)

    def _scores(
        self, scores: tuple[float, ...], slots: list[Slot], out: tuple[int, ...], results: Results
    ) -> tuple[float, ...] | None:
        """The scores after the round; None while it has matches to play."""
        points = dict.fromkeys(self.units, 0.0)
        for number in out:
            points[self.units[number]] += self.definition.points.of_bye
        for slot in slots:
            result = self.settled(slot, results)
            if result is None:
                return None
            for unit, got in earned(self.definition, result).items():
                points[unit] += got
        return tuple(round(score + points[unit], 6) for score, unit in zip(scores, self.units, strict=True))
