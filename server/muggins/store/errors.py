"""What can go wrong in the store.  The docstring of an error is its message."""


class StoreError(Exception):
    """The store could not do that."""

    def __init__(self, **facts: object) -> None:
        self.facts = facts
        super().__init__((self.__doc__ or type(self).__name__).format(**facts))


class OpenError(StoreError):
    """Cannot open the database {database}: {reason}."""


class NotOurDatabase(OpenError):
    """{database} is not a muggins database; nothing was changed in it."""


class NewerDatabase(OpenError):
    """{database} was written by a newer muggins (revision {revision}; this one knows up to {head}): update muggins."""


class OlderDatabase(OpenError):
    """{database} was written by an older muggins (revision {revision}): run `muggins db upgrade`."""


class HalfMigrated(OpenError):
    """{database} is between two revisions ({what}): restore a backup."""


class DatabaseInUse(OpenError):
    """{database} is in use by {holder}."""

    @property
    def address(self) -> str:
        """Where its owner serves, for those who can ask there instead; empty where it did not say."""
        return str(self.facts.get("address", ""))


class NotEmpty(OpenError):
    """{database} has data in it already: restore into a new database."""


class NotABackup(StoreError):
    """{file} is not a whole backup: {reason}."""


class Unreachable(StoreError):
    """The database cannot be reached just now; try again in a moment."""


class Uncomputed(StoreError):
    """The ratings could not be computed; the server's log says why."""


class NotFound(StoreError):
    """There is no {what} {name!r}."""


class NotYet(StoreError):
    """What happened in match {name!r} stays closed until its event is over."""


class DamagedLog(StoreError):
    """The log of match {name!r} is damaged: it cannot be read."""


class NameTaken(StoreError):
    """The name {name!r} is taken."""


class BadName(StoreError):
    """The {what} {name!r} {problem}."""


class BadPageToken(StoreError):
    """The page token is none that this list gave out."""


class CannotEnter(StoreError):
    """{bot!r} cannot enter {name!r}: {reason}."""


class WrongState(StoreError):
    """{name!r} is {state} and cannot become {wanted}."""


class AlreadyCounted(StoreError):
    """Pairing {pairing}, match {game_index} of this event has a counted result."""


class WriterClosed(StoreError):
    """The store is closed; nothing more is written."""
