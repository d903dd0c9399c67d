"""Where a server listens: with a certificate, and in plain text only where tokens cannot be overheard."""

import asyncio
import os
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import grpc
import pytest

from muggins.listen import ListenError, bind
from muggins.v1 import bots_pb2, bots_pb2_grpc, tournaments_pb2
from muggins_bot import Bot, Connection, Turn
from tests.api.served import cup, served, settings


class Certificate(NamedTuple):
    """PEM files of a server called ``localhost``."""

    file: Path
    key: Path

    @property
    def trusted(self) -> grpc.ChannelCredentials:
        return grpc.ssl_channel_credentials(self.file.read_bytes())


def certify(folder: Path) -> Certificate:
    folder.mkdir()
    made = Certificate(folder / "certificate.pem", folder / "key.pem")
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
    names = ("-addext", "subjectAltName=DNS:localhost", "-out", str(made.file), "-keyout", str(made.key))
    subprocess.run([*command.split(), *names], check=True, capture_output=True)
    return made


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> tuple[Certificate, Certificate]:
    """The server's, and another one of the same name."""
    if shutil.which("openssl") is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("openssl is not installed")
    folder = tmp_path_factory.mktemp("tls")
    return certify(folder / "ours"), certify(folder / "theirs")


class First(Bot):
    def decide(self, turn: Turn) -> str:
        return turn.legal_moves[0]


async def test_bots_of_the_kit_play_an_event_with_tls(
    certificates: tuple[Certificate, Certificate], tmp_path: Path
) -> None:
    ours, _ = certificates
    organiser_file = tmp_path / "organiser"
    async with served(tmp_path, tls_certificate=ours.file, tls_key=ours.key, organiser_file=organiser_file) as running:
        address = running.app.address.replace("127.0.0.1", "localhost")
        async with grpc.aio.secure_channel(address, ours.trusted) as channel:
            organiser = type(running.organiser)(channel, running.app.organiser_token)
            tokens = [await organiser.add_bot(name) for name in ("ann", "bob")]
            bots = [Connection(First(), address, token, credentials=ours.trusted) for token in tokens]
            playing = [asyncio.create_task(bot.run()) for bot in bots]
            await organiser.create(cup("cup", ["ann", "bob"]))
            over = await organiser.watch("cup")
            assert (over.state, over.played) == (tournaments_pb2.TOURNAMENT_STATE_FINISHED, 1)
            for bot in bots:
                bot.leave()
            assert await asyncio.gather(*playing) == [0, 0]


async def test_who_does_not_trust_the_certificate_or_speaks_plain_text_gets_nowhere(
    certificates: tuple[Certificate, Certificate], tmp_path: Path
) -> None:
    ours, theirs = certificates
    async with served(tmp_path, tls_certificate=ours.file, tls_key=ours.key) as running:
        address = running.app.address.replace("127.0.0.1", "localhost")
        for channel in (grpc.aio.secure_channel(address, theirs.trusted), grpc.aio.insecure_channel(address)):
            async with channel:
                with pytest.raises(grpc.aio.AioRpcError) as refused:
                    await bots_pb2_grpc.BotServiceStub(channel).ListBots(bots_pb2.ListBotsRequest(), timeout=5)
                assert refused.value.code() == grpc.StatusCode.UNAVAILABLE


@pytest.mark.parametrize("listen", ["0.0.0.0:0", "[::]:0", "192.0.2.1:0", "example.org:0"])
async def test_plain_text_where_others_can_listen_needs_the_flag(tmp_path: Path, listen: str) -> None:
    with pytest.raises(ListenError, match="tokens would travel in plain text"):
        bind(grpc.aio.server(), settings(tmp_path, listen=listen))


async def test_plain_text_everywhere_is_possible_for_those_who_mean_it(tmp_path: Path) -> None:
    allowed = settings(tmp_path, listen="0.0.0.0:0", plain_text=True)
    assert not bind(grpc.aio.server(), allowed).endswith(":0")


@pytest.mark.parametrize("listen", ["127.0.0.1:0", "localhost:0", "127.8.8.8:0"])
async def test_plain_text_on_this_machine_alone_needs_no_flag(tmp_path: Path, listen: str) -> None:
    assert not bind(grpc.aio.server(), settings(tmp_path, listen=listen)).endswith(":0")


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"tls_certificate": "c.pem"}, "TLS needs both --tls-certificate and --tls-key"),
        ({"tls_key": "k.pem"}, "TLS needs both --tls-certificate and --tls-key"),
        ({"tls_certificate": "c.pem", "tls_key": "k.pem"}, r"cannot read .*k\.pem: No such file"),
        ({"listen": "7411"}, "allowed: HOST:PORT"),
    ],
)
async def test_what_cannot_be_is_refused(tmp_path: Path, given: dict[str, str], text: str) -> None:
    given = {key: str(tmp_path / value) if key != "listen" else value for key, value in given.items()}
    with pytest.raises(ListenError, match=text):
        bind(grpc.aio.server(), settings(tmp_path, **given))


async def test_a_certificate_that_cannot_be_used_is_refused_in_a_line(tmp_path: Path) -> None:
    for name in ("c.pem", "k.pem"):
        (tmp_path / name).write_text("nonsense", "ascii")
    with pytest.raises(ListenError, match="or the certificate and the key cannot be used"):
        bind(grpc.aio.server(), settings(tmp_path, tls_certificate=tmp_path / "c.pem", tls_key=tmp_path / "k.pem"))
