"""What the director refuses to do."""


class DirectorError(Exception):
    """The event can't do that now; the text says why."""
