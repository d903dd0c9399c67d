"""``muggins db``: the database itself."""

from pathlib import Path
from typing import Annotated

import typer

from muggins.cli.say import fail, say
from muggins.config import Settings
from muggins.store import backup as backups
from muggins.store.check import check as problems_of
from muggins.store.database import Database, look

app = typer.Typer(help="Look after the database.", no_args_is_help=True)
Where = Annotated[str, typer.Option(envvar="MUGGINS_DATABASE", help="a file or a URL")]
DEFAULT = Settings.model_fields["database"].default


def _existing(database: str) -> str:
    """The database, which these verbs never create."""
    if "://" not in database and not Path(database).is_file():
        fail(f"there is no database {database}")
    return database


@app.command()
def upgrade(database: Where = DEFAULT) -> None:
    """Bring a database of an older muggins up to date; no server may run on it."""
    with Database.open(_existing(database)) as opened:
        say(f"{opened.name} is up to date")


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="a new file; keep it as safe as the database")],
    database: Where = DEFAULT,
) -> None:
    """Write all of a database into one file, also while a server runs on it."""
    made = backups.backup(_existing(database), file)
    say(f"{file} holds {made.rows} rows, as of {made.made_at:%Y-%m-%d %H:%M:%S} UTC")


@app.command()
def restore(file: Annotated[Path, typer.Argument(help="of muggins db backup")], database: Where = DEFAULT) -> None:
    """Make a new database of a backup, of either kind: this is also the way from SQLite to PostgreSQL."""
    made = backups.restore(file, database)
    say(f"{made.rows} rows of {made.made_at:%Y-%m-%d %H:%M:%S} UTC are restored and checked")


@app.command()
def check(database: Where = DEFAULT) -> None:
    """See whether the database is whole and its ratings follow from its results, also while a server runs on it."""
    problems = look(_existing(database), problems_of)
    for problem in problems:
        say(problem)
    if problems:
        fail(f"{database} is not whole")
    say(f"{database} is whole")
