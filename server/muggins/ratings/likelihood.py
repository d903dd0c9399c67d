"""The likeliest strengths of Bradley and Terry's model (Biometrika 39, 1952), for any number of problems at once.

The expected score of one side against another is logistic in the difference of their strengths; a side is as strong as
the mean of its partners, and a draw is half a win and half a loss.  Strengths here are natural logarithms of odds.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from muggins.ratings.table import Flags, Floats, Ints

STEPS: Final = 60  # of Newton's method at most; from level strengths about eight are enough
WIDEST: Final = 2.0  # what a strength moves by in a step at most
SOLVED: Final = 0.01  # of a step's right-hand side, what conjugate gradients may leave
TURNS: Final = 200  # of conjugate gradients at most


@dataclass(frozen=True, slots=True)
class Problem:
    """Sides that met, how often, and what the left ones scored.  Several fields may lie side by side in one problem."""

    left: Ints  # meetings x partners, indices of strengths
    right: Ints
    played: Floats  # meetings, by weight
    score: Floats  # meetings: of the left side, by weight
    won: Floats  # by strength: weight of wins against a strength of 0 beside the meetings
    lost: Floats  # the same, of losses
    level: Floats  # by strength: that of the opponent in ``won`` and ``lost``
    free: Flags  # by strength: whether it is to be found, rather than pinned


def strengths(problem: Problem, start: Floats, settled: float) -> Floats:
    """The likeliest strengths, from any start; pinned ones keep what they have there.

    ``settled``: the largest step after which no other is taken.  What is left to go is about a hundredth of it.
    """
    found = start.copy()
    for _ in range(STEPS):
        step = _step(problem, found)
        found += step
        if np.abs(step).max(initial=0.0) < settled:
            break
    return found


def logistic(x: Floats) -> Floats:
    result: Floats = 1 / (1 + np.exp(-np.clip(x, -500, 500)))
    return result


def _step(problem: Problem, at: Floats) -> Floats:
    """One step of Newton's method."""
    chance = logistic(_difference(problem, at))
    held = logistic(at - problem.level)
    beside = problem.won + problem.lost
    slope = _spread(problem, problem.score - problem.played * chance) + problem.won - beside * held
    bend, inertia = problem.played * chance * (1 - chance), beside * held * (1 - held)
    step = _solve(problem, bend, inertia, np.where(problem.free, slope, 0.0))
    return np.clip(step, -WIDEST, WIDEST)


def _difference(problem: Problem, at: Floats) -> Floats:
    """By which each left side is stronger."""
    result = np.zeros(len(problem.left))
    for left, right in zip(problem.left.T, problem.right.T, strict=True):
        result += at[left] - at[right]
    result /= problem.left.shape[1]
    return result


def _spread(problem: Problem, worth: Floats) -> Floats:
    """What the meetings are worth to each strength: the transpose of :func:`_difference`."""
    size = len(problem.free)
    result = np.zeros(size)
    for left, right in zip(problem.left.T, problem.right.T, strict=True):
        result += np.bincount(left, worth, size) - np.bincount(right, worth, size)
    result /= problem.left.shape[1]
    return result


def _solve(problem: Problem, bend: Floats, inertia: Floats, slope: Floats) -> Floats:
    """Conjugate gradients for the curvature, with its diagonal as preconditioner."""
    diagonal = inertia.copy()
    for column in (*problem.left.T, *problem.right.T):
        diagonal += np.bincount(column, bend, len(slope)) / problem.left.shape[1] ** 2
    diagonal = np.where(problem.free, diagonal, 1.0)
    found, rest = np.zeros_like(slope), slope
    scaled = rest / diagonal
    way, size = scaled, float(rest @ scaled)
    enough = SOLVED**2 * size
    for _ in range(TURNS):
        if size <= enough:
            break
        curved = _spread(problem, bend * _difference(problem, way)) + inertia * way
        curved = np.where(problem.free, curved, 0.0)
        share = size / float(way @ curved)
        found, rest = found + share * way, rest - share * curved
        scaled = rest / diagonal
        size, before = float(rest @ scaled), size
        way = scaled + size / before * way
    return found
