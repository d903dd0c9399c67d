"""Who is here: the sessions of each bot, the matches it plays, and the turns that wait for it."""

from collections.abc import Callable, Iterable

from muggins.referee.live import LiveMatch
from muggins.referee.people import Channel
from muggins.referee.seats import Player, Turn


class Presence:
    """One bot, with its sessions and its running matches, as long as the process knows it."""

    __slots__ = ("channels", "leaving", "name", "playing", "reserved", "turns")

    def __init__(self, name: str) -> None:
        self.name = name
        self.channels: list[Channel] = []  # the newest last; more than one only where all of them share
        self.leaving: list[Channel] = []  # those that finish what they play and get no new matches
        self.playing: dict[str, Player] = {}  # by match id
        self.turns: dict[int, Turn] = {}  # by id, those that wait for an answer
        self.reserved = 0  # places that are promised to matches about to start

    def free(self) -> int:
        """How many matches more it could play now; those of a session that leaves take nobody's room."""
        room = sum(c.ability.max_matches for c in self.channels if c not in self.leaving)
        busy = len(self.playing)
        if self.leaving:
            busy = sum(p.channel not in self.leaving for p in self.playing.values())
        return room - busy - self.reserved

    def plays(self, game: str, seats: int) -> bool:
        return any(c.ability.plays(game, seats) for c in self.channels if c not in self.leaving)

    def channel_for(self, game: str, seats: int) -> Channel | None:
        """The session with the most room that plays this game."""
        load = {id(c): 0 for c in self.channels}
        for player in self.playing.values():
            if id(player.channel) in load:
                load[id(player.channel)] += 1
        able = [c for c in self.channels if c.ability.plays(game, seats) and c not in self.leaving]
        return max(able, key=lambda c: c.ability.max_matches - load[id(c)], default=None)

    def version(self, game: str, seats: int) -> str:
        """The version that would play; empty while nobody is here."""
        channel = self.channel_for(game, seats)
        return channel.ability.version if channel is not None else ""


class Lobby:
    """All bots that were seen.  ``on_change`` is called when somebody came, left, or has room again."""

    def __init__(self, on_change: Callable[[], None]) -> None:
        self._bots: dict[str, Presence] = {}
        self.on_change = on_change

    def bot(self, name: str) -> Presence:
        presence = self._bots.get(name)
        if presence is None:
            presence = self._bots[name] = Presence(name)
        return presence

    def connected(self) -> Iterable[str]:
        return [name for name, presence in self._bots.items() if presence.channels]

    def connect(self, name: str, channel: Channel) -> list[Player]:
        """A session has said hello.  It takes over at once, unless all sessions of the bot share.

        Returns the seats that it goes on with; ``resume`` sends what is pending there.
        """
        presence = self.bot(name)
        if not (channel.ability.share and all(c.ability.share for c in presence.channels)):
            for old in presence.channels:
                old.superseded()
            presence.channels.clear()
            presence.leaving.clear()
        presence.channels.append(channel)
        mine = [p for p in presence.playing.values() if p.channel not in presence.channels]
        for player in mine:
            if player.turn is not None and player.channel is not None:
                player.channel.withdraw(player.turn)
            player.channel = channel
        return mine

    def resume(self, players: list[Player], channel: Channel) -> None:
        """Send the starts and the pending turns again: same ids, with the time that is left."""
        for player in players:
            channel.start(player.live, player.seat)
            player.live.rejoined(player)
            if player.turn is not None and player.turn.held is None:
                channel.hand(player.turn)
        self.on_change()

    def goodbye(self, name: str, channel: Channel) -> None:
        """A session gets no new matches; it is closed when the last that it plays has been told to it."""
        presence = self.bot(name)
        if channel in presence.channels and channel not in presence.leaving:
            presence.leaving.append(channel)
            self._close_if_idle(presence, channel)

    def _close_if_idle(self, presence: Presence, channel: Channel) -> None:
        if not any(p.channel is channel for p in presence.playing.values()):
            channel.close()

    def disconnect(self, name: str, channel: Channel) -> None:
        """A session has ended.  Its matches go on with another one of the bot, or wait for it to come back."""
        presence = self.bot(name)
        if channel not in presence.channels:
            return
        presence.channels.remove(channel)
        if channel in presence.leaving:
            presence.leaving.remove(channel)
        for player in [p for p in presence.playing.values() if p.channel is channel]:
            rules = player.live.spec.rules
            player.channel = presence.channel_for(rules.game, rules.seats)
            if player.channel is not None:
                self.resume([player], player.channel)
            elif player.turn is not None:
                player.turn.handed(player.live.clock.now())
        self.on_change()

    def seat(self, live: LiveMatch) -> None:
        """Give the match's players their sessions."""
        for player in live.players:
            presence = self.bot(player.bot)
            player.channel = presence.channel_for(live.spec.rules.game, live.spec.rules.seats)
            player.inbox = presence.turns
            presence.playing[live.spec.id] = player

    def leave(self, live: LiveMatch) -> None:
        """The match is over and told: its bots have room again."""
        for player in live.players:
            presence = self.bot(player.bot)
            presence.playing.pop(live.spec.id, None)
            for channel in presence.leaving:
                self._close_if_idle(presence, channel)
        self.on_change()
