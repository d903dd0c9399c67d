"""Knockout: the loser is out.  Who meets whom follows from the seeding; each table waits for its own players only."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence

from muggins_tournaments import bracket, roundrobin
from muggins_tournaments.contest import contest
from muggins_tournaments.definition import EventDefinition
from muggins_tournaments.result import Key, Slot
from muggins_tournaments.roundrobin import Seating
from muggins_tournaments.schedule import Format, Results

Places = list[int | None]  # units by seeding; None where it is not known who that is


class Progress:
    """A walk through a knockout: its matches so far, and the step in which each unit that is out went out."""

    def __init__(self, form: Format, results: Results) -> None:
        self.slots: list[Slot] = []
        self.out: dict[str, float] = {}
        self.steps = 0
        self._form = form
        self._results = results
        self._pairings = 0

    def play(self, places: Places, *, last_chance: bool = True) -> tuple[Places, Places]:
        """One round: who stays, in the places that are left, and who lost.  A loser is out if it was the last chance.

        The numbers of the pairings depend on how many play alone.
        """
        width = self._form.definition.width
        stay: Places = places[: bracket.survivors(len(places), width)]
        lost: Places = []
        for table in bracket.tables(len(places), width):
            players = [places[place] for place in table]
            winner = self._winner([player for player in players if player is not None], len(players))
            stay[table[0]] = winner
            losers: Places = [player for player in players if player != winner]
            lost += losers if winner is not None else [None] * (width - 1)
        self.steps += 1
        if last_chance:
            self.out |= {self._form.units[unit]: self.steps for unit in lost if unit is not None}
        return stay, lost

    def _winner(self, players: Sequence[int], wanted: int) -> int | None:
        """Who wins the next pairing; None while that is open."""
        pairing = self._pairings
        self._pairings += 1
        if len(players) < wanted:
            return None
        table: Seating = tuple(sorted(players))
        form, step = self._form, self.steps

        def match(game: int) -> Slot:
            lead = roundrobin.leader(len(table), game, 0)
            return form.slot(Key(pairing, game), step, table, game, lead)

        units = tuple(form.units[player] for player in table)
        found = contest(form.definition, units, match, lambda slot: form.settled(slot, self._results))
        self.slots += found.slots
        return None if found.winner is None else form.units.index(found.winner)


class Knockout(Format):
    """What single and double knockouts share."""

    def __init__(self, definition: EventDefinition) -> None:
        super().__init__(definition)
        self.start: Places = list(range(len(self.units)))

    def known(self, results: Results) -> Iterator[Slot]:
        yield from self.walk(results).slots

    def progress(self, results: Results) -> Mapping[str, float]:
        """The step in which a unit went out; who is still in stands above all."""
        walk = self.walk(results)
        return {unit: walk.out.get(unit, walk.steps + 1) for unit in self.units}

    @abstractmethod
    def walk(self, results: Results) -> Progress: ...


class SingleKnockout(Knockout):
    """Out with the first defeat."""

    def walk(self, results: Results) -> Progress:
        walk, places = Progress(self, results), self.start
        while len(places) > 1:
            places, _ = walk.play(places)
        return walk
