"""The entry point: what went wrong is one line on stderr, and the exit code is 0 only on success."""

import sys
from collections.abc import Sequence
from typing import Final, NoReturn, cast

import typer

from muggins.cli import bot, db, demo, match, play, rankings, serve, tournament
from muggins.cli.failures import line_of
from muggins.cli.say import clean, err

USAGE: Final = 2
INTERRUPTED: Final = 130
UsageError = cast(type[Exception], typer.BadParameter.__base__)  # of whichever click this typer brings

app = typer.Typer(
    name="muggins",
    help="A bot-competition tournament server for Fives and Threes and Cribbage.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(demo.demo)
app.command("serve")(serve.serve_)
app.command()(play.play)
app.add_typer(bot.app, name="bot")
app.add_typer(tournament.app, name="tournament")
app.add_typer(match.app, name="match")
app.command("rankings")(rankings.rankings)
app.add_typer(rankings.app, name="ratings")
app.add_typer(db.app, name="db")


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Run a command, by default that of the command line, and exit."""
    try:
        code = app(argv, standalone_mode=False)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has gone; python would complain about it at its end
        sys.exit(1)
    except UsageError as error:
        _complain(error.format_message() if isinstance(error, typer.BadParameter) else str(error))
        sys.exit(USAGE)
    except Exception as error:
        line = line_of(error)
        if line is None:
            raise
        _complain(line)
        sys.exit(1)
    sys.exit(code if isinstance(code, int) else 0)


def _complain(text: str) -> None:
    if text:  # help that was asked for by saying nothing has been printed
        err.print("muggins: " + " ".join(clean(line) for line in text.splitlines()), soft_wrap=True)
