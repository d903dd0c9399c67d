"""Is a bot right?  It is played with as a server would, and everything that it does is compared with the protocol."""

from muggins.workshop.check.examine import examine
from muggins.workshop.check.findings import Finding, Latency, Report, Verdict

__all__ = ["Finding", "Latency", "Report", "Verdict", "examine"]
