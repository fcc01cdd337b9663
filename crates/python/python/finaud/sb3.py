"""Stable-Baselines3: a fast vector environment, and masks for MaskablePPO of sb3-contrib.

    from sb3_contrib import MaskablePPO
    from finaud.sb3 import FinaudVecEnv
    model = MaskablePPO("MlpPolicy", FinaudVecEnv("tres-fute", 256))
    model.learn(1_000_000)
"""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np
from gymnasium.vector import AutoresetMode
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

from finaud.gym import FinaudVectorEnv


class FinaudVecEnv(VecEnv):
    """Many games at once, as Stable-Baselines3 wants them. The arguments are those of `finaud.gym.FinaudVectorEnv`.

    `env_method("action_masks")` answers with the masks, which is what MaskablePPO asks for.
    """

    def __init__(self, game: Any = None, num_envs: int = 1, players: int | None = None, **options: Any):
        for taken in ("autoreset_mode", "mask", "copy"):
            if taken in options:
                raise TypeError(f"`{taken}` is given by Stable-Baselines3")
        self._envs = FinaudVectorEnv(
            game, num_envs, players, autoreset_mode=AutoresetMode.SAME_STEP, mask="info", copy=True, **options
        )
        self.render_mode = self._envs.render_mode
        super().__init__(num_envs, self._envs.single_observation_space, self._envs.single_action_space)
        self._actions = np.zeros(num_envs, np.int64)
        self._episode_reward = np.zeros(num_envs)
        self._episode_length = np.zeros(num_envs, np.int64)

    def reset(self) -> np.ndarray:
        # Without seeds of their own, games go on with the generators they have.
        seeds = list(self._seeds)
        observations, _ = self._envs.reset(seed=None if all(seed is None for seed in seeds) else seeds)
        self._reset_seeds()
        self._reset_options()
        self._episode_reward[:] = 0
        self._episode_length[:] = 0
        return observations

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = np.asarray(actions)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        observations, rewards, terminated, truncated, infos = self._envs.step(self._actions)
        done = terminated | truncated
        self._episode_reward += rewards
        self._episode_length += 1
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for index in np.flatnonzero(done):
            told[index] = {
                "terminal_observation": infos["final_obs"][index],
                "TimeLimit.truncated": bool(truncated[index]),
                "episode": {"r": float(self._episode_reward[index]), "l": int(self._episode_length[index]), "t": 0.0},
            }
        self._episode_reward[done] = 0
        self._episode_length[done] = 0
        return observations, rewards.astype(np.float32), done, told

    def close(self) -> None:
        self._envs.close()

    def action_masks(self) -> np.ndarray:
        """The legal actions of all games as truth values."""
        return self._envs.action_masks()

    def _chosen(self, indices: None | int | Sequence[int]) -> list[int]:
        return list(self._get_indices(indices))

    def get_attr(self, attr_name: str, indices: None | int | Sequence[int] = None) -> list[Any]:
        # MaskablePPO looks whether there are masks by asking for the method.
        return [getattr(self._envs, attr_name) for _ in self._chosen(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: None | int | Sequence[int] = None) -> None:
        raise NotImplementedError("the games of this environment are not objects of their own")

    def env_method(
        self, method_name: str, *args: Any, indices: None | int | Sequence[int] = None, **kwargs: Any
    ) -> list[Any]:
        if method_name == "action_masks":
            masks = self._envs.action_masks()
            return [masks[index] for index in self._chosen(indices)]
        raise NotImplementedError(f"the games of this environment have no method `{method_name}`")

    def env_is_wrapped(self, wrapper_class: type, indices: None | int | Sequence[int] = None) -> list[bool]:
        return [False for _ in self._chosen(indices)]
