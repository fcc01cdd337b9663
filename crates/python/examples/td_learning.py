"""Learns Très Futé by temporal differences, in plain NumPy: 200 points in five minutes on one core.

A state is valued after a choice and before the dice fall (an *afterstate*): its points, and a weighted sum of the inputs that
our own players' encoder gives. The value after one choice is pulled towards the value after the next, and at the end towards
the final score. Games choose the action of the highest value; the dice explore enough.

    python td_learning.py [--seconds 300] [--games 512] [--game tres-fute] [--seed 1]
"""

import argparse
import time

import numpy as np

import finaud


def values(weights: np.ndarray, after: dict[str, np.ndarray]) -> np.ndarray:
    """What every afterstate is worth."""
    parts = weights[after["indices"]] * after["values_of_inputs"]
    sums = np.add.reduceat(parts, after["row_offsets"][:-1])
    return after["points"] + np.where(after["over"], 0.0, sums)


class Learner:
    """A weight for each input. Every input has its own step: the more often it occurred, the smaller."""

    def __init__(self, inputs: int, rate: float):
        self.weights = np.zeros(inputs)
        self.rate = rate

    def learn(self, rows: np.ndarray, after: dict[str, np.ndarray], errors: np.ndarray) -> None:
        """Pulls the values of some afterstates by their errors."""
        starts, ends = after["row_offsets"][rows], after["row_offsets"][rows + 1]
        lengths = ends - starts
        places = np.repeat(starts - np.concatenate(([0], np.cumsum(lengths)[:-1])), lengths) + np.arange(lengths.sum())
        indices, inputs = after["indices"][places], after["values_of_inputs"][places]
        pull = np.repeat(errors / lengths, lengths) * inputs
        many = np.bincount(indices, minlength=len(self.weights))
        # The mean over the games of this step, so that inputs that all games share are not pulled a thousand times.
        self.weights += self.rate * np.bincount(indices, pull, len(self.weights)) / np.maximum(many, 1)


def train(game: finaud.Game, seconds: float, games: int, seed: int, told=print) -> tuple[Learner, float]:
    """Trains for so many CPU seconds; returns the learner and the mean score of the last games."""
    batch = finaud.Batch(game, games, seed=seed, observation="none", masks=False, reward="points", autoreset="same_step")
    batch.reset()
    learner = Learner(len(game.columns("encoder")), rate=0.5)
    first = learner.rate
    start = time.process_time()
    score = batch.points()[:, 0].astype(np.float64)
    scores: list[float] = []
    before = None
    next_word = 10.0
    while (spent := time.process_time() - start) < seconds:
        learner.rate = first * (1 - 0.95 * spent / seconds)
        after = batch.afterstates("encoder")
        worth = values(learner.weights, after)
        rows = finaud.best_rows(after, worth)
        if before is not None:
            old, old_rows, old_worth, going_on = before
            target = worth[rows]
            learner.learn(old_rows[going_on], old, (target - old_worth)[going_on])
        batch.step(after["actions"][rows])
        score += batch.rewards[:, 0]
        ended = batch.terminated
        if ended.any():
            learner.learn(rows[ended], after, score[ended] - worth[rows][ended])
            scores += score[ended].tolist()
            score[ended] = 0
        before = (after, rows, worth[rows], ~ended)
        if spent > next_word and scores:
            told(f"{spent:5.0f} s  {len(scores):8,} games  mean of the last thousand {np.mean(scores[-1000:]):6.1f}")
            next_word += 10.0
    return learner, float(np.mean(scores[-1000:])) if scores else 0.0


def evaluate(game: finaud.Game, learner: Learner, games: int = 1000, seed: int = 99) -> np.ndarray:
    """The scores of fresh games, without learning."""
    batch = finaud.Batch(game, games, seed=seed, observation="none", masks=False, autoreset="disabled")
    batch.reset()
    scores = np.zeros(games)
    alive = np.ones(games, bool)
    while alive.any():
        after = batch.afterstates("encoder")
        batch.step(finaud.best_actions(after, values(learner.weights, after)))
        ended = batch.terminated & alive
        scores[ended] = batch.points()[ended, 0]
        alive &= ~ended
        if ended.any():
            # Those that are over play another game that nobody counts.
            batch.reset(chosen=ended)
    return scores


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="tres-fute")
    parser.add_argument("--seconds", type=float, default=290)
    parser.add_argument("--games", type=int, default=512)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    game = finaud.Game(chosen.game)
    learner, _ = train(game, chosen.seconds, chosen.games, chosen.seed)
    scores = evaluate(game, learner)
    print(f"1,000 fresh games: {scores.mean():.1f} ± {1.96 * scores.std() / len(scores) ** 0.5:.1f} points")


if __name__ == "__main__":
    main()
