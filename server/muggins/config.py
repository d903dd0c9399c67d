"""What an operator can set: by option, or by an environment variable with the prefix MUGGINS_."""

from pathlib import Path
from typing import Literal

from pydantic import Field, FiniteFloat
from pydantic_settings import BaseSettings, SettingsConfigDict

DEFAULT_PORT = 7411
DEFAULT_WEB = "127.0.0.1:7480"


class Settings(BaseSettings):
    """All settings of a server.  A value that can't be is refused with the name of its setting."""

    model_config = SettingsConfigDict(env_prefix="MUGGINS_", extra="ignore", frozen=True)

    database: str = "muggins.db"  # a file, or a URL
    organiser_file: Path | None = None  # where the organiser's token is kept; by default beside a database file
    listen: str = f"127.0.0.1:{DEFAULT_PORT}"
    tls_certificate: Path | None = None
    tls_key: Path | None = None
    web: str | None = None  # where pages are served, HOST:PORT, or HOST:PORT+ to take a near one; None: nowhere
    plain_text: bool = False  # allow an address that others can reach without TLS
    reflection: bool = False
    house_log: Path | None = None  # what house bots report; by default only what goes wrong, on our stderr
    anchors: dict[
        str, FiniteFloat
    ] = {}  # ratings by all results together that are given, by bot; in the environment JSON
    drain: float = Field(default=10.0, ge=0)  # seconds that running matches get to end in when the server stops
    log_format: Literal["console", "json"] = "console"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
