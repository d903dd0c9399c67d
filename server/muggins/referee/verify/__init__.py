"""Is a log true?  Everything in it is worked out again from the rules and the seed, offline and without any store.

Pure: lines in, and either silence or a :class:`Discrepancy` that names the first thing that does not hold.
"""

from muggins.referee.verify.discrepancy import Discrepancy
from muggins.referee.verify.walk import read_lines, verify

__all__ = ["Discrepancy", "read_lines", "verify"]
