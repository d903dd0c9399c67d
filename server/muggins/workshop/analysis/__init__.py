"""What else a seat could have done, and what that would have been worth by the house's evaluation."""

from muggins.workshop.analysis.judge import Judged, judge

__all__ = ["Judged", "judge"]
