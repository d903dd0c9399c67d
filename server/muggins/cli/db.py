"""``muggins db``: the database itself."""

from pathlib import Path
from typing import Annotated

import typer

from muggins.cli.say import fail, say
from muggins.config import Settings
from muggins.store.check import check as problems_of
from muggins.store.database import Database

app = typer.Typer(help="Look after the database; no server may run on it.", no_args_is_help=True)
Where = Annotated[str, typer.Option(envvar="MUGGINS_DATABASE", help="a file or a URL")]


def _existing(database: str) -> str:
    """The database, which these verbs never create."""
    if "://" not in database and not Path(database).is_file():
        fail(f"there is no database {database}")
    return database


@app.command()
def upgrade(database: Where = Settings.model_fields["database"].default) -> None:
    """Bring a database of an older muggins up to date."""
    with Database.open(_existing(database)) as opened:
        say(f"{opened.name} is up to date")


@app.command()
def check(database: Where = Settings.model_fields["database"].default) -> None:
    """See whether the database is whole and its ratings follow from its results."""
    with Database.open(_existing(database), upgrade=False) as opened:
        problems = opened.read(problems_of)
    for problem in problems:
        say(problem)
    if problems:
        fail(f"{database} is not whole")
    say(f"{opened.name} is whole")
