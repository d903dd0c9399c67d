"""A bot that a test plays by hand."""

from muggins.referee.live import LiveMatch, MatchSpec
from muggins.referee.people import Ability
from muggins.v1 import play_pb2
from tests.referee.scripted import choice
from tests.referee.table import MANY, FakeChannel, Table


class Hand:
    """One seat's bot, which does nothing but what a test makes it do."""

    def __init__(self, table: Table, name: str = "hand", ability: Ability = MANY) -> None:
        self.table = table
        self.name = name
        self.channel: FakeChannel = table.connect(name, ability)

    def start(self, spec: MatchSpec) -> LiveMatch:
        return self.table.start(spec)

    @property
    def turn(self) -> play_pb2.Turn:
        """The last turn that it was given."""
        return self.channel.turns[-1]

    @property
    def asked(self) -> bool:
        """Whether a turn waits for it."""
        return bool(self.table.pending(self.name))

    def send(self, turn_id: int, move: str) -> None:
        self.table.decide(self.name, self.channel, turn_id, move)

    def answer(self, after: float = 0.0, move: str = "") -> None:
        """Answer the turn so many seconds from now, and let the others go on until it is asked again."""
        self.table.clock.advance(after)
        self.send(self.turn.turn_id, move or choice(self.turn.legal_moves))
        self.wait()

    def wait(self) -> None:
        """Let time pass until it is asked, or its matches are over and told."""
        self.table.clock.run(lambda: self.asked or not self.table.referee.live, 1.0)

    def say_ready(self, commitment: bytes = b"", match_id: str = "m") -> None:
        self.table.referee.ready(self.table.referee.lobby.bot(self.name), match_id, commitment)

    def reveal(self, entropy: bytes, match_id: str = "m") -> None:
        self.table.referee.reveal(self.table.referee.lobby.bot(self.name), match_id, entropy)

    def play_on(self) -> None:
        """Answer properly until the match is over."""
        self.wait()
        while self.asked:
            self.answer()

    def go(self) -> None:
        self.table.disconnect(self.name, self.channel)

    def come_back(self, ability: Ability = MANY) -> FakeChannel:
        """A new session; returns the old channel."""
        old, self.channel = self.channel, self.table.connect(self.name, ability)
        return old
