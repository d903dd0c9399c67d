"""A policy over numbers as a bot: it gets the vector and the mask that the environments of PettingZoo give.

The policy here is a table of weights for two-handed dominoes; put your own network in its place.

python policy_bot.py --train                                   # writes policy.npy; some minutes
muggins play --game fives policy_bot.py:PolicyBot random       # plays like any other bot
"""

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from muggins_bot import Bot, Turn, main
from muggins_bot.encoding import Encoding, Mask, Vector

WEIGHTS = Path("policy.npy")
GAME, SEATS = "fives-and-threes", 2
STEP = 0.01

Numbers = NDArray[np.float64]


class Policy:
    """Softmax over legal actions of one linear layer."""

    def __init__(self, weights: Numbers) -> None:
        self.weights = weights  # actions by observations

    def chances(self, observation: Vector, mask: Mask) -> Numbers:
        scores = np.where(mask == 1, self.weights @ observation, -np.inf)
        powers: Numbers = np.exp(scores - scores.max())
        powers /= powers.sum()
        return powers


class Learner:
    """REINFORCE against itself: what led to points becomes likelier."""

    def __init__(self, seed: int = 0) -> None:
        from muggins_bot.env import env  # only training needs PettingZoo

        self.env = env(GAME, SEATS, reward="points")
        self.encoding = Encoding(GAME, SEATS)
        self.policy = Policy(np.zeros((len(self.encoding.moves), self.encoding.size)))
        self.rng = np.random.default_rng(seed)
        self.last: dict[str, tuple[Vector, Numbers, int]] = {}  # by agent: what it saw, its chances, what it did

    def episode(self, seed: int) -> None:
        self.env.reset(seed=seed)
        for agent in self.env.agent_iter():
            seen, reward, ended, cut, _ = self.env.last()
            self.learn(agent, reward)
            self.env.step(None if ended or cut else self.act(agent, seen["observation"], seen["action_mask"]))

    def act(self, agent: str, observation: Vector, mask: Mask) -> int:
        chances = self.policy.chances(observation, mask)
        action = int(self.rng.choice(len(chances), p=chances))
        self.last[agent] = observation, chances, action
        return action

    def learn(self, agent: str, reward: float) -> None:
        if agent in self.last:
            observation, chances, action = self.last.pop(agent)
            chosen = np.arange(len(chances)) == action
            self.policy.weights += STEP * reward * np.outer(chosen - chances, observation)


def train(episodes: int) -> Numbers:
    learner = Learner()
    for seed in range(episodes):
        learner.episode(seed)
    return learner.policy.weights


class PolicyBot(Bot):
    games = (GAME,)
    seats = (SEATS,)

    def __init__(self) -> None:
        self.encoding = Encoding(GAME, SEATS)
        weights = np.load(WEIGHTS)
        self.policy = Policy(weights)

    def decide(self, turn: Turn) -> str:
        chances = self.policy.chances(self.encoding.observation(turn.view), self.encoding.mask(turn.legal_moves))
        return self.encoding.moves[int(chances.argmax())]


if __name__ == "__main__":
    if sys.argv[1:] == ["--train"]:
        np.save(WEIGHTS, train(5000))
    else:
        main(PolicyBot)
