"""The kits of every language: built, through their own tests, and at one table with each other on a real server.

Each file of ``kits/`` says how one language is built and started.  A kit whose tools are not on the machine is skipped,
but not in CI.
"""

import asyncio
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from muggins.v1 import tournaments_pb2 as pb
from tests.clients import record_turns
from tests.clients.kits.kit import LANGUAGES, BuildFailed, Kit, kit_of
from tests.clients.playing import PLAIN, Certificate, Contestant, dialled_in, play, register, serving

PYTHON = "python"
each_language = pytest.mark.parametrize("language", LANGUAGES)


class Workshop:
    """Builds each kit once."""

    def __init__(self) -> None:
        self._built: dict[str, Kit] = {}
        self._failed: dict[str, str] = {}

    def kit(self, language: str) -> Kit:
        """The kit, built.  Skips the test where the machine lacks its tools, and fails it where the build fails."""
        kit = kit_of(language)
        if lacking := kit.missing():
            (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(f"no {language} kit here: {lacking}")
        if language in self._failed:
            pytest.fail(self._failed[language], pytrace=False)
        if language not in self._built:
            self._build(kit)
        return self._built[language]

    def _build(self, kit: Kit) -> None:
        try:
            kit.make()
        except BuildFailed as error:
            self._failed[kit.language] = str(error)
            pytest.fail(str(error), pytrace=False)
        self._built[kit.language] = kit

    def everybody(self) -> list[Kit]:
        """Every kit that can be built here."""
        return [self.kit(language) for language in LANGUAGES if not kit_of(language).missing()]


@pytest.fixture(scope="session")
def workshop() -> Workshop:
    return Workshop()


@pytest.fixture(scope="session")
def recorded_turns(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("kits") / "turns.txt"
    record_turns.write(path)
    return path


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    """A certificate for localhost, and the authority that signed it, made for the occasion."""
    if shutil.which("openssl") is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("openssl is not installed")
    folder = tmp_path_factory.mktemp("tls")

    def sign(name: str, *options: str) -> None:
        command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
        files = ("-out", f"{name}.pem", "-keyout", f"{name}.key")
        subprocess.run([*command.split(), "-subj", f"/CN={name}", *files, *options], cwd=folder, check=True)

    sign("authority")
    extensions = ("subjectAltName=DNS:localhost", "basicConstraints=critical,CA:FALSE")
    asked = [part for extension in extensions for part in ("-addext", extension)]
    sign("localhost", "-CA", "authority.pem", "-CAkey", "authority.key", *asked)
    return Certificate(folder / "localhost.pem", folder / "localhost.key", folder / "authority.pem")


async def play_without_a_fault(contestants: list[Contestant], folder: Path) -> None:
    log = folder / "bots.log"
    try:
        async with asyncio.timeout(240), serving(folder) as app, dialled_in(app, contestants, log):
            events = await play(app, [each.name for each in contestants])
    except BaseException as error:
        error.add_note(f"the bots said:\n{log.read_text('utf-8', 'replace')[-5000:]}")
        raise
    for name, event in events.items():
        assert event.tournament.state == pb.TOURNAMENT_STATE_FINISHED, name
        assert event.tournament.played == event.tournament.total
        assert {row.bot: row.faults for row in event.standings} == {each.name: 0 for each in contestants}
    assert "not dealt fairly" not in log.read_text("utf-8")


async def greedy(kit: Kit, address: str, token: str, *options: str) -> asyncio.subprocess.Process:
    """The kit's greedy bot as a process, whose stderr can be read."""
    return await asyncio.create_subprocess_exec(
        *(*kit.house, "greedy", *options),
        cwd=kit.folder,
        env=os.environ | {"MUGGINS_ADDRESS": address, "MUGGINS_TOKEN": token},
        stderr=asyncio.subprocess.PIPE,
    )


@each_language
def test_the_tests_of_the_kit_pass(language: str, workshop: Workshop, recorded_turns: Path) -> None:
    kit = workshop.kit(language)
    if kit.test is None:
        pytest.skip("its tests are beside this one")
    try:
        kit.run(kit.test, {"MUGGINS_TURNS": str(recorded_turns)})
    except BuildFailed as error:
        pytest.fail(str(error), pytrace=False)


@each_language
async def test_it_plays_both_games_at_every_table(language: str, workshop: Workshop, tmp_path: Path) -> None:
    kit = workshop.kit(language)
    guest = Contestant(workshop.kit(PYTHON), "steady")
    await play_without_a_fault([*(Contestant(kit, kind) for kind in ("greedy", "random", PLAIN)), guest], tmp_path)


@each_language
@pytest.mark.parametrize(
    ("token", "codes", "words"), [("", (1, 2), "needs a token"), ("wrong", (2,), "refused this bot")]
)
async def test_a_bot_that_cannot_play_says_why_in_a_line(
    language: str, token: str, codes: tuple[int, ...], words: str, workshop: Workshop, tmp_path: Path
) -> None:
    kit = workshop.kit(language)
    async with asyncio.timeout(60), serving(tmp_path) as app:
        process = await greedy(kit, app.address, token, "--quiet")
        _, stderr = await process.communicate()
    lines = stderr.decode().splitlines()
    assert (process.returncode in codes, len(lines)) == (True, 1), lines
    assert words in lines[0]


@each_language
async def test_it_connects_with_tls(
    language: str, workshop: Workshop, certificate: Certificate, tmp_path: Path
) -> None:
    kit = workshop.kit(language)
    async with asyncio.timeout(60), serving(tmp_path, certificate) as app:
        tokens = await app.database.writer.run(lambda conn: register(conn, ["tester"]))
        address = app.address.replace("127.0.0.1", "localhost")  # the name in the certificate
        process = await greedy(kit, address, tokens["tester"], "--ca", str(certificate.authority))
        assert process.stderr is not None
        first = await process.stderr.readline()
        process.terminate()
        rest = await process.stderr.read()
        assert (b"connected" in first, await process.wait()) == (True, 0), first + rest


async def test_all_kits_play_at_one_table(workshop: Workshop, tmp_path: Path) -> None:
    kits = workshop.everybody()
    if len(kits) == 1:
        pytest.skip("only the Python kit can be built here")
    contestants = [Contestant(kit, "greedy") for kit in kits]
    while len(contestants) < 4:
        contestants.append(Contestant(workshop.kit(PYTHON), ("random", "steady")[len(contestants) % 2]))
    await play_without_a_fault(contestants, tmp_path)
