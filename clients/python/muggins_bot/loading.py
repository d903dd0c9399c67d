"""Finding a bot by what a person types: a house bot's name, ``mybot.py:MyBot`` or ``package.module:MyBot``."""

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from muggins_bot.bot import Bot


class BotNotFound(ValueError):
    """There is no such bot; the text says why in one line."""


def load(text: str) -> type[Bot]:
    """The bot's class.  Raises BotNotFound; an error inside the author's file comes through as it is."""
    place, colon, name = text.rpartition(":")
    if not colon:
        return _house(text)
    module = _file(Path(place)) if place.endswith(".py") else _module(place)
    found = getattr(module, name, None)
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise BotNotFound(f"{place} has no class {name} that inherits from Bot")
    return found


def _house(name: str) -> type[Bot]:
    from muggins_bot.house import HOUSE  # the kit alone must not need the rules that the house bots import

    if name not in HOUSE:
        raise BotNotFound(f"no bot {name!r}; say FILE.py:CLASS, or one of: {', '.join(sorted(HOUSE))}")
    return HOUSE[name]


def _file(path: Path) -> ModuleType:
    if not path.is_file():
        raise BotNotFound(f"there is no file {path}")
    sys.path.insert(0, str(path.parent.resolve()))  # so that the bot can import its neighbours
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise BotNotFound(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def _module(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and (name == error.name or name.startswith(error.name + ".")):
            raise BotNotFound(f"there is no module {name}") from None
        raise
