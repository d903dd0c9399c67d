"""What can be known of the containers without an engine: files, settings, and that the commands in them work."""

import asyncio
import os
import re
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import grpc
import pytest
import yaml
from grpc_health.v1 import health, health_pb2, health_pb2_grpc

from muggins.config import Settings

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
AFTER_DRAIN = 10  # seconds that a server may take after its bound


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))
    return found


def test_what_the_image_copies_is_there_and_is_sent_to_the_engine() -> None:
    copied = [
        source
        for line in re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE, re.MULTILINE)
        for source in line.split()[:-1]
    ]
    assert copied
    rules = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    sent = [rule[1:] for rule in rules if rule.startswith("!")]
    for source in copied:
        assert (ROOT / source).exists()
        assert any(fnmatch(source, rule) or source.startswith(rule + "/") for rule in sent), source


def test_each_setting_is_one_that_the_server_knows(services: dict[str, Any]) -> None:
    given = services["services"]["muggins"]["environment"].keys() | set(re.findall(r"MUGGINS_\w+(?==)", DOCKERFILE))
    known = {f"MUGGINS_{name.upper()}" for name in Settings.model_fields}
    assert given - known == {"MUGGINS_DATABASE_PASSWORD_FILE"}  # that is for with-password


def test_volumes_secrets_and_names_fit_together(services: dict[str, Any]) -> None:
    for service in services["services"].values():
        named = [volume.split(":")[0] for volume in service["volumes"]]
        assert set(named) <= services["volumes"].keys()
        assert set(service["secrets"]) <= services["secrets"].keys()
        assert "password" not in str(service["environment"]).lower().replace("_password_file", "").replace(
            "database-password", ""
        )
    assert services["services"]["muggins"]["depends_on"].keys() <= services["services"].keys()


def test_the_engine_waits_for_a_drain_before_it_kills(services: dict[str, Any]) -> None:
    muggins = services["services"]["muggins"]
    grace = int(muggins["stop_grace_period"].removesuffix("s"))
    assert grace > int(muggins["environment"]["MUGGINS_DRAIN"]) + AFTER_DRAIN
    assert "STOPSIGNAL SIGTERM" in DOCKERFILE
    assert "\nUSER muggins\n" in DOCKERFILE


def test_a_command_gets_the_password_from_its_file(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("tomato\n")
    show = "import os; print(os.environ['PGPASSWORD'])"
    command = [str(ROOT / "deploy" / "with-password"), sys.executable, "-c", show]
    environment = {**os.environ, "MUGGINS_DATABASE_PASSWORD_FILE": str(tmp_path / "password")}
    assert subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout == "tomato\n"
    environment["MUGGINS_DATABASE_PASSWORD_FILE"] = str(tmp_path / "none")
    assert subprocess.run(command, env=environment, capture_output=True, text=True, check=False).returncode != 0


async def healthy(address: str) -> tuple[int, str]:
    """What the health check of the image says of a server."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        ROOT / "deploy" / "healthy",
        env={**os.environ, "MUGGINS_LISTEN": address},
        stderr=asyncio.subprocess.PIPE,
    )
    _, said = await process.communicate()
    return process.returncode or 0, said.decode().strip()


async def test_the_health_check_tells_a_server_that_serves_from_one_that_does_not() -> None:
    server, servicer = grpc.aio.server(), health.aio.HealthServicer()  # type: ignore[attr-defined]  # the stubs lack it
    health_pb2_grpc.add_HealthServicer_to_server(servicer, server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    await servicer.set("", health_pb2.HealthCheckResponse.SERVING)
    assert (await healthy(f"0.0.0.0:{port}"))[0] == 0
    await servicer.enter_graceful_shutdown()
    assert (await healthy(f"0.0.0.0:{port}"))[0] == 1
    await server.stop(0)
    assert await healthy(f"0.0.0.0:{port}") == (1, "no answer: UNAVAILABLE")
