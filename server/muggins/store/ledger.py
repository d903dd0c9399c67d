"""What the director asks of the store, as jobs of the one writer."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from sqlalchemy import Connection

from muggins.director.ports import StoredEvent
from muggins.director.rules import Entry, read_event, with_entries
from muggins.games import get
from muggins.games.dealing import commitment
from muggins.referee.live import MatchSpec
from muggins.referee.outcome import NewMatch, Outcome, SeatStart, Slot
from muggins.store import attempts, bots, tournaments
from muggins.store.counted import CountedResult, counted
from muggins.store.database import Database
from muggins.store.errors import AlreadyCounted
from muggins.store.results import record_result
from muggins_tournaments import EventDefinition, Key, Result


class StoreLedger:
    """Implements the director's Ledger on a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._last: dict[str, tuple[str, SeatStart]] = {}  # by bot, the version that it last played, as it is stored

    async def begin(self, spec: MatchSpec, slot: Slot | None, versions: Sequence[str]) -> bool:
        known = [self._known(bot, version) for bot, version in zip(spec.bots, versions, strict=True)]
        now = datetime.now(UTC)
        try:
            seats = await self._database.writer.run(write_start, spec, slot, versions, now, known)
        except AlreadyCounted:
            return False
        self._last |= {bot: (version, seat) for bot, version, seat in zip(spec.bots, versions, seats, strict=True)}
        return True

    def _known(self, bot: str, version: str) -> SeatStart | None:
        """The bot as it is stored, where it plays the version that it played last."""
        last, seat = self._last.get(bot, (None, None))
        return seat if last == version else None

    async def record(self, outcome: Outcome) -> Mapping[str, tuple[float, float]]:
        return await self._database.writer.run(write_end, outcome)

    async def finish(self, event: str) -> None:
        now = datetime.now(UTC)
        await self._database.writer.run(tournaments.set_state, event, tournaments.State.FINISHED, now)


def write_start(
    conn: Connection,
    spec: MatchSpec,
    slot: Slot | None,
    versions: Sequence[str],
    at: datetime,
    known: Sequence[SeatStart | None] | None = None,
) -> tuple[SeatStart, ...]:
    """An attempt begins, with these versions of its bots; those ``known`` are looked up no more.  All by seat.

    Returns the bots as they are stored.  Raises AlreadyCounted.
    """
    names = zip(spec.bots, versions, known or (None,) * len(spec.bots), strict=True)
    seats = tuple([seat or _seat(conn, bot, version, at) for bot, version, seat in names])
    rules = spec.rules
    new = NewMatch(
        id=spec.id,
        game=rules.game,
        pool=f"{rules.game}/{rules.seats}",
        seats=seats,
        options=rules.options,
        rules_version=get(rules.game).rules_version,
        commitment=commitment(spec.server_seed),
        server_seed=spec.server_seed,
        started_at=at,
        rated=spec.rated,
        anonymous=bool(spec.shown_as),
        slot=slot,
    )
    attempts.begin(conn, new)
    return seats


def _seat(conn: Connection, name: str, version: str, at: datetime) -> SeatStart:
    bot = bots.get(conn, name)
    return SeatStart(bot.id, bots.record_version(conn, bot.id, version, at) if version else None)


def write_end(conn: Connection, outcome: Outcome) -> Mapping[str, tuple[float, float]]:
    """How an attempt ended.  Returns the ratings before and after, by bot, of those that it changed."""
    changes = [change for change in record_result(conn, outcome).changes if change is not None]
    names = bots.names_of(conn, [change.bot_id for change in changes])
    return {names[change.bot_id]: (change.before, change.after) for change in changes}


def stored_event(conn: Connection, event: tournaments.Tournament) -> StoredEvent:
    """The event as the director takes it, with the results that count."""
    return StoredEvent(event.id, event.name, definition_of(conn, event), results_of(conn, event.id))


def definition_of(conn: Connection, event: tournaments.Tournament) -> EventDefinition:
    """The definition of the event with who came late and who left since, and with the owners of its bots."""
    entered = tournaments.entered(conn, event.id)
    entries = [Entry(bot.bot, bot.owner, bot.house, bot.from_round, bot.gone_round) for bot in entered]
    return with_entries(read_event(event.definition, event.name), entries)


def results_of(conn: Connection, tournament_id: int) -> list[Result]:
    """The results of an event as standings take them."""
    return [_result(result) for result in counted(conn, tournament_id)]


def _result(result: CountedResult) -> Result:
    by_side = {side: seat for seat, side in reversed(list(enumerate(result.sides)))}
    seats = [by_side[side] for side in sorted(by_side)]
    return Result(
        key=Key(result.pairing, result.game_index),
        seats=result.bots,
        places=tuple(result.places[seat] for seat in seats),
        points=tuple(result.points[seat] for seat in seats),
        scores=tuple(result.scores[seat] for seat in seats),
        termination=result.termination,
        faults=result.faults,
    )
