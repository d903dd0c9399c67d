"""The games as environments of PettingZoo: ``pip install 'muggins[pettingzoo]'``, then ``env("cribbage", seats=2)``.

One episode is one game.  Agents are ``seat_0`` to ``seat_3``; each observes its own seat's view and nothing else.
Seats that lay away at the same time are asked one after another, the lowest first, and none sees what another laid.
"""

import random
import sys
from collections.abc import Mapping
from typing import Any, Final, Literal

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from muggins.games import GAMES
from muggins.games.base import side_of
from muggins.games.dealing import SeededDeals
from muggins.games.match import Match, MatchRules
from muggins_bot.encoding import Encoding
from muggins_bot.views import CribbageView, FivesView

Reward = Literal["win", "points"]
VIEWS: Final[dict[str, Any]] = {"cribbage": CribbageView, "fives-and-threes": FivesView}


def env(
    game: str,
    seats: int = 2,
    *,
    options: Mapping[str, Any] | None = None,
    reward: Reward = "win",
    render_mode: Literal["ansi", "human"] | None = None,
) -> OrderEnforcingWrapper:
    """The environment in PettingZoo's usual wrappers; see :class:`GameEnv`."""
    game_env = GameEnv(game, seats, options=options, reward=reward, render_mode=render_mode)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(game_env))


class GameEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """One game, one agent a seat.

    An observation has ``observation``, a vector of :class:`muggins_bot.encoding.Encoding`, and ``action_mask``, 1 at
    each action that is legal now; for an agent that is not asked it is 0 throughout.  Actions are numbers of the
    encoding's ``moves``.  An illegal one raises ValueError and changes nothing.

    With reward "win" the winning side gets 1 at the end, and the others together -1; with "points" a side gets, as
    they are scored, its points less the mean of the other sides'.  Partners get the same.  A game that needs more than
    400 deals is truncated.  Raises muggins.games.base.OptionError for a game, seats or options that cannot be.
    """

    metadata: Final = {"name": "muggins", "render_modes": ["ansi", "human"], "is_parallelizable": False}

    def __init__(
        self,
        game: str,
        seats: int = 2,
        *,
        options: Mapping[str, Any] | None = None,
        reward: Reward = "win",
        render_mode: Literal["ansi", "human"] | None = None,
    ) -> None:
        self.rules = MatchRules(game, seats, options or {})
        self.encoding = Encoding(game, seats)
        self.render_mode = render_mode
        self._reward = reward
        self._random = random.Random()
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.observation_spaces = {
            agent: Dict(
                observation=Box(0.0, 1.0, (self.encoding.size,), np.float32),
                action_mask=Box(0, 1, (len(self.encoding.moves),), np.int8),
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(len(self.encoding.moves)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the same seed deals the same cards.  PettingZoo's ``options`` are not used."""
        if seed is not None:
            self._random.seed(seed)
        self.match = Match(self.rules, SeededDeals(self._random.randbytes(32)))
        self.match.begin()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[0]
        self._ask()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seat(agent)
        view: Any = self.match.view(seat)
        legal = self.match.moves(seat) if agent == self.agent_selection else ()
        return {
            "observation": self.encoding.observation(VIEWS[self.rules.game]._make(view)),
            "action_mask": self.encoding.mask(legal),
        }

    def step(self, action: int | None) -> None:
        """Make the move of the agent that is asked; None where it has ended.  Raises ValueError for an illegal one."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        before = self.match.scores
        self._play(agent, action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {each: self._earned(self._seat(each), before) for each in self.agents}
        self._accumulate_rewards()
        self._ask()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """What a spectator sees: as a text, or with "human" written to the terminal."""
        text = GAMES[self.rules.game].render(self.match.view(None))
        if self.render_mode != "human":
            return text
        sys.stdout.write(text + "\n\n")
        return None

    def close(self) -> None:
        """There is nothing to close."""

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def _play(self, agent: str, action: int | None) -> None:
        seat = self._seat(agent)
        legal = self.match.moves(seat)
        move = self.encoding.moves[int(action)] if action is not None else ""
        if move not in legal:
            raise ValueError(f"{agent} cannot play {move!r} now")
        self.match.play(seat, move)

    def _ask(self) -> None:
        """Select who is to act, or end the episode for all."""
        match = self.match
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if match.over:
            ended = self.truncations if match.abandoned else self.terminations
            ended.update(dict.fromkeys(self.agents, True))
            self.agent_selection = self.agents[0]
            return
        self.agent_selection = self.possible_agents[min(match.to_act)]

    def _earned(self, seat: int, before: list[int]) -> float:
        """What the last move brought the seat's side, less the mean of what it brought the others."""
        match, side = self.match, side_of(seat, self.rules.seats)
        if self._reward == "points":
            gains = [float(now - then) for now, then in zip(match.scores, before, strict=True)]
        else:
            gains = [float(match.over and match.state.winner == each) for each in range(len(before))]
        return gains[side] - (sum(gains) - gains[side]) / (len(gains) - 1)
