"""Where a server's own log goes."""

import logging
from pathlib import Path

import structlog
from structlog.typing import Processor

from muggins.config import Settings


def log_to(settings: Settings, file: Path | None = None) -> None:
    """Log in the format and from the level of the settings, to the file or else to stderr."""
    handler = logging.FileHandler(file, encoding="utf-8") if file else logging.StreamHandler()
    handler.setFormatter(_formatter(as_json=settings.log_format == "json"))
    logging.basicConfig(level=settings.log_level.upper(), handlers=[handler])
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it tells the life of each migration


def _formatter(*, as_json: bool) -> logging.Formatter:
    said: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    written: list[Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if as_json:
        written += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        written.append(structlog.dev.ConsoleRenderer(colors=False))
    return structlog.stdlib.ProcessorFormatter(foreign_pre_chain=said, processors=written)
