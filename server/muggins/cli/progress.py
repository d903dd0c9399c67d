"""The bars of long work.  Where nobody looks, in a pipe, there are none."""

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from muggins.cli.say import err


def progress() -> Progress:
    """Bars that disappear when the work is done; a task may say a few words in its field ``note``."""
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=err,
        transient=True,
        disable=not err.is_terminal,
    )
