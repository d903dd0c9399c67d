"""The bot's check of what was promised about a deal."""

import pytest

from muggins.games.dealing import commitment, match_seed
from muggins.v1 import play_pb2
from muggins.v1.cribbage_pb2 import CribbageView
from muggins_bot import Player, Turn
from muggins_bot.deals import SeenDeals
from muggins_bot.fair import FairDeal
from tests.clients.referee import start, turn
from tests.referee.table import Table, spec
from tests.verify.making import KitBot, Sitter, names

SERVER, OURS, THEIRS = bytes(32), bytes(range(32)), bytes(range(32, 64))


def fair() -> FairDeal:
    deal = FairDeal(0, 2, commitment(SERVER), OURS)
    deal.commitments = (commitment(OURS), commitment(THEIRS))
    return deal


def test_kept_promises() -> None:
    assert fair().broken_promises(SERVER, [OURS, THEIRS]) == []
    assert fair().broken_promises(SERVER, [OURS, b""]) == []  # that seat kept its entropy to itself


@pytest.mark.parametrize(
    ("server", "entropies", "broken"),
    [
        (OURS, [OURS, THEIRS], "the server's seed is not the one that it committed to"),
        (SERVER, [OURS, SERVER], "the entropy of seat 1 is not the one that it committed to"),
        (SERVER, [b"", THEIRS], "the server did not use the entropy that we revealed"),
    ],
)
def test_broken_promises(server: bytes, entropies: list[bytes], broken: str) -> None:
    assert fair().broken_promises(server, entropies) == [broken]


def test_a_commitment_of_ours_that_was_exchanged() -> None:
    deal = fair()
    deal.commitments = (commitment(THEIRS), commitment(THEIRS))
    assert deal.broken_promises(SERVER, [OURS, THEIRS]) == ["the server showed another commitment in place of ours"]


class Watched(Sitter):
    """Keeps the turns that it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.turns: list[Turn] = []

    def decide(self, turn: Turn) -> str:
        self.turns.append(turn)
        return super().decide(turn)


def played(game: str, seats: int) -> tuple[KitBot, KitBot]:
    """Two bots of a match that was refereed, the first and the last of its seats."""
    table = Table()
    bots = [KitBot(table, name, Watched()) for name in names(seats)]
    table.start(spec(game, *names(seats), games=2))
    table.play("m")
    table.clock.advance(1)  # they hear of it
    return bots[0], bots[-1]


def seen(bot: KitBot) -> tuple[SeenDeals, bytes]:
    """What the bot saw, from its turns, and the seed of the match."""
    assert isinstance(bot.bot, Watched)
    seats = len(bot.ends[0].entropies)
    deals = SeenDeals(bot.bot.turns[0].seat, seats)
    for asked in bot.bot.turns:
        deals.saw(asked._message)
    return deals, match_seed(bot.ends[0].server_seed, list(bot.ends[0].entropies))


@pytest.mark.parametrize("game", ["cribbage", "fives-and-threes"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_bot_deals_again_what_it_saw(game: str, seats: int, caplog: pytest.LogCaptureFixture) -> None:
    for bot in played(game, seats):
        deals, seed = seen(bot)
        assert list(deals.broken(seed)) == []
        assert list(deals.broken(bytes(32)))
    assert "fairly" not in caplog.text


@pytest.mark.parametrize(
    ("game", "change", "broken"),
    [
        ("cribbage", "hand", "our hand is not"),
        ("cribbage", "history", "seat 1 played"),
        ("cribbage", "starter", "the starter is not"),
        ("fives-and-threes", "hand", "our hand is not"),
        ("fives-and-threes", "history", "seat 1 played"),
    ],
)
def test_a_piece_that_the_seed_does_not_deal_is_told(game: str, change: str, broken: str) -> None:
    bot, _ = played(game, 2)
    assert isinstance(bot.bot, Watched)
    first, *others = {"cribbage": ("AC", "KS"), "fives-and-threes": ("0-0", "6-6")}[game]
    for asked in bot.bot.turns:
        forge(asked._message, change, first if first not in str(asked) else others[0])
    deals, seed = seen(bot)
    assert any(broken in problem for problem in deals.broken(seed))


def forge(message: play_pb2.Turn, change: str, other: str) -> None:
    """Show another piece than was dealt."""
    view = message.cribbage if message.HasField("cribbage") else message.fives
    if change == "hand":
        view.hand[0] = other
    elif change == "history":
        view.history.append(f"1:{other}")
    elif isinstance(view, CribbageView) and view.starter:
        view.starter = other


def test_a_match_that_was_not_dealt_fairly_is_told_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    player = Player(Sitter(), entropy=lambda size: OURS)
    player.feed(play_pb2.PlayResponse(starts=[start("m", server_commitment=commitment(SERVER))]))
    player.feed(play_pb2.PlayResponse(turns=[turn(1)]))
    player.feed(play_pb2.PlayResponse(ends=[play_pb2.MatchEnd(match_id="m", server_seed=SERVER, entropies=[b"", b""])]))
    assert "match m was not dealt fairly: game 1, deal 1: our hand is not what the seed deals" in caplog.text
