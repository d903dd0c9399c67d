"""A bot whose process was started anew in the middle of a handshake."""

from muggins.games.dealing import commitment
from muggins.v1 import play_pb2
from muggins_bot import Bot
from muggins_bot.player import Player
from tests.clients.referee import start


class Anybody(Bot):
    def decide(self, turn: object) -> str:
        return ""


def test_it_reveals_nothing_where_the_commitment_is_that_of_the_process_before() -> None:
    """Its own entropy would be a broken promise, and cost a strike."""
    before = Player(Anybody(), entropy=lambda size: b"\x01" * size)
    after = Player(Anybody(), entropy=lambda size: b"\x02" * size)
    ready = before.feed(play_pb2.PlayResponse(starts=[start(seat=1)])).ready[0]
    assert ready.entropy_commitment == commitment(b"\x01" * 32)

    after.feed(play_pb2.PlayResponse(starts=[start(seat=1)]))
    shown = play_pb2.Commitments(match_id="m", entropy_commitments=[b"", ready.entropy_commitment])
    assert after.feed(play_pb2.PlayResponse(commitments=[shown])).reveals[0].entropy == b""
    assert before.feed(play_pb2.PlayResponse(commitments=[shown])).reveals[0].entropy == b"\x01" * 32
