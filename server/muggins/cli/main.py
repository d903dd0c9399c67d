"""All verbs as one command, and what is said when it fails."""

import sys
from collections.abc import Sequence
from typing import Final, cast

import typer

from muggins.cli import (
    analyse,
    archive,
    bot,
    check,
    db,
    demo,
    match,
    play,
    practice,
    rankings,
    serve,
    tournament,
    turn,
    verify,
)
from muggins.cli.failures import line_of
from muggins.cli.say import clean, err

FAILED: Final = 1
USAGE: Final = 2
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
app.command()(check.check)
app.command()(practice.practice)
tournament.app.command("export")(archive.export)
tournament.app.command("verify")(archive.verify)
match.app.command("analyse")(analyse.analyse)
match.app.command("turn")(turn.turn)
match.app.command("verify")(verify.verify)
app.add_typer(bot.app, name="bot")
app.add_typer(tournament.app, name="tournament")
app.add_typer(match.app, name="match")
app.command("rankings")(rankings.rankings)
app.add_typer(rankings.app, name="ratings")
app.add_typer(db.app, name="db")


def run(argv: Sequence[str] | None) -> int:
    """Run a command and return the exit code.  What went wrong is one line on stderr, and a bug its traceback."""
    try:
        code = app(argv, standalone_mode=False)
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has gone; python would complain about it at its end
        return FAILED
    except UsageError as error:
        _complain(error.format_message() if isinstance(error, typer.BadParameter) else str(error))
        return USAGE
    except Exception as error:
        line = line_of(error)
        if line is None:
            raise
        _complain(line)
        return FAILED
    return code if isinstance(code, int) else 0


def _complain(text: str) -> None:
    if text:  # help that was asked for by saying nothing has been printed
        err.print("muggins: " + " ".join(clean(line) for line in text.splitlines()), soft_wrap=True)
