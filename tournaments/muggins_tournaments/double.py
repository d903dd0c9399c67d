"""Double knockout: out with the second defeat.  Losers go on among themselves, and their best meets the unbeaten."""

from muggins_tournaments.knockout import Knockout, Places, Progress
from muggins_tournaments.schedule import Results


class Double(Knockout):
    """The unbeaten play rounds of a single knockout; whoever loses there joins the beaten."""

    def walk(self, results: Results) -> Progress:
        walk = Progress(self, results)
        unbeaten, beaten = self.start, Places()
        while len(unbeaten) > 1:
            unbeaten, lost = walk.play(unbeaten, last_chance=False)
            beaten = self._beaten(walk, beaten + lost, len(unbeaten) // 2)
        self._final(walk, unbeaten + beaten)
        return walk

    def _beaten(self, walk: Progress, beaten: Places, wanted: int) -> Places:
        """The beaten play until as many are left as the next round of the unbeaten brings; at the end one."""
        while len(beaten) > max(wanted, 1):
            beaten, _ = walk.play(beaten)
        return beaten

    def _final(self, walk: Progress, finalists: Places) -> None:
        """The unbeaten has two lives: if it loses, both have lost once, and one more pairing decides."""
        stay, lost = walk.play(finalists, last_chance=False)
        if stay[0] is not None and stay[0] != finalists[0]:
            walk.play(finalists)
        else:
            walk.out |= {self.units[unit]: walk.steps for unit in lost if unit is not None}
