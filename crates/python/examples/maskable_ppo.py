"""MaskablePPO of sb3-contrib learns a game, with masks, on the native vector environment. Needs `pip install finaud[sb3]`.

    python maskable_ppo.py [--steps 500000] [--game tres-fute] [--envs 256]
"""

import argparse

import numpy as np
from sb3_contrib import MaskablePPO

from finaud.sb3 import FinaudVecEnv


def mean_score(model: MaskablePPO, game: str, games: int = 256) -> float:
    """The mean score of fresh games, each played by the likeliest action."""
    env = FinaudVecEnv(game, games)
    env.seed(12345)
    observations = env.reset()
    scores: list[float] = []
    while len(scores) < games:
        actions, _ = model.predict(observations, action_masks=env.action_masks(), deterministic=True)
        observations, _, _, infos = env.step(actions)
        scores += [info["episode"]["r"] for info in infos if "episode" in info]
    return float(np.mean(scores[:games]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="tres-fute")
    parser.add_argument("--steps", type=int, default=500_000)
    parser.add_argument("--envs", type=int, default=256)
    chosen = parser.parse_args()
    env = FinaudVecEnv(chosen.game, chosen.envs)
    steps = max(16, min(128, chosen.steps // chosen.envs))
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=steps, batch_size=min(4096, steps * chosen.envs), gamma=1.0, ent_coef=0.01, verbose=1
    )
    print(f"before: {mean_score(model, chosen.game):.1f} points")
    model.learn(chosen.steps)
    print(f"after {chosen.steps:,} steps: {mean_score(model, chosen.game):.1f} points")


if __name__ == "__main__":
    main()
