"""Gymnasium environments: one game, or many at once.

    import gymnasium
    import finaud.gym
    env = gymnasium.make("finaud/TresFute-v0")
    envs = gymnasium.make_vec("finaud/TresFute-v0", num_envs=1024)

Whoever plays alone gets the points they gain. At a table, bots sit in the other seats, and the reward is the share of the
victory. The legal actions are in `info["action_mask"]`, or in the observation, as you like.
"""

from __future__ import annotations

import operator
from typing import Any, Sequence

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

import finaud
from finaud.batch import Batch

#: Who sits in the other seats unless you say who.
OPPONENT = "club"
#: After so many steps a registered environment is cut short: an agent that ignores masks would never end.
MAX_STEPS = 1000

_MASKS = ("info", "observation", "both", "none")


def env_id(game: str) -> str:
    """The id under which a built-in game, or a sheet of the gallery, is registered: `finaud/TresFute-v0`."""
    return "finaud/" + "".join(word.capitalize() for word in game.split("-")) + "-v0"


def _seats(game: finaud.Game, seat: int, opponents: str | Sequence[str] | None) -> list[str | None] | None:
    """Who plays each seat; None for the agent."""
    if not 0 <= seat < game.players:
        raise ValueError(f"there is no seat {seat}: {game.players} play, counted from 0")
    if game.players == 1:
        if opponents:
            raise ValueError("somebody who plays alone has no opponents")
        return None
    others = game.players - 1
    if opponents is None or isinstance(opponents, str):
        opponents = [opponents or OPPONENT] * others
    names: list[str | None] = list(opponents)
    if len(names) != others:
        raise ValueError(f"there are {others} other seats, and opponents for {len(names)}")
    names.insert(seat, None)
    return names


class _Shape:
    """What one game and many games have in common: spaces, and where the mask goes."""

    def __init__(self, batch: Batch, mask: str):
        if mask not in _MASKS:
            raise ValueError(f"mask is one of {', '.join(_MASKS)}, not {mask!r}")
        self.mask_in_info = mask in ("info", "both")
        self.mask_in_observation = mask in ("observation", "both")
        self.action_space = spaces.Discrete(batch.width)
        dtype = batch.observations.dtype
        low, high = (-np.inf, np.inf) if dtype == np.float32 else (-(2**15), 2**15 - 1)
        space: spaces.Space = spaces.Box(low, high, (batch.observation_width,), dtype.type)
        if self.mask_in_observation:
            masks = spaces.Box(0, 1, (batch.width,), np.int8)
            space = spaces.Dict({"observation": space, "action_mask": masks})
        self.observation_space = space

    def pack(self, observation: np.ndarray, mask: np.ndarray) -> Any:
        if self.mask_in_observation:
            return {"observation": observation, "action_mask": mask}
        return observation


def _game_of(game: Any, players: int | None, rules: dict[str, Any]) -> finaud.Game:
    return game if isinstance(game, finaud.Game) else finaud.Game(game, players, **rules)


class FinaudEnv(gymnasium.Env):
    """One game, for one agent.

    Args:
        game: a `finaud.Game`, the id of a built-in game or of a sheet of the gallery, or the path of a sheet file.
        players: how many play; as few as can be if left out.
        seat: where the agent sits.
        opponents: the bots of the other seats: one name for all, or one for each in order.
        actions: `"number"`, or `"index"` for positions in the list of legal actions.
        observation: `"plain"` or `"encoder"`.
        reward: `"points"`, `"final"` or `"win"`; points for somebody alone, the victory at a table, if left out.
        illegal: what becomes of an action that is not legal: `"ignore"` (nothing changes, `info["illegal"]` is true),
            `"terminate"` (the game ends with a reward of -1) or `"raise"`.
        mask: where the mask of legal actions goes: `"info"`, `"observation"`, `"both"` or `"none"`.
        max_steps: after so many steps the game is cut short.
        render_mode: `"ansi"` for the position in one line.

    `reset(options={"seed": "tres-fute-p1-7K3"})` plays a named deal: a seed string, or a number.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self,
        game: Any = None,
        players: int | None = None,
        *,
        seat: int = 0,
        opponents: str | Sequence[str] | None = None,
        actions: str = "number",
        observation: str = "plain",
        reward: str | None = None,
        illegal: str = "ignore",
        mask: str = "info",
        max_steps: int | None = None,
        render_mode: str | None = None,
        **rules: Any,
    ):
        if render_mode not in (None, "ansi"):
            raise ValueError(f'render_mode is None or "ansi", not {render_mode!r}')
        self.game = _game_of(game, players, rules)
        self.seat = seat
        self.render_mode = render_mode
        self.max_steps = max_steps
        self._batch = Batch(
            self.game,
            1,
            actions=actions,
            observation=observation,
            reward=reward,
            illegal=illegal,
            autoreset="disabled",
            opponents=_seats(self.game, seat, opponents),
        )
        self._shape = _Shape(self._batch, mask)
        self.action_space = self._shape.action_space
        self.observation_space = self._shape.observation_space
        self._steps = 0
        self._needs_reset = True

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        named = _named_seed(self.game, options)
        deal = _draw(self.np_random) if named is None else named
        self._batch.reset(seeds=np.array([deal], np.uint64))
        self._steps = 0
        self._needs_reset = False
        return self._observed(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self._needs_reset:
            raise gymnasium.error.ResetNeeded("the game is over, or was never begun: call reset()")
        batch = self._batch
        batch.step(np.array([operator.index(action)], np.int64))
        self._steps += 1
        terminated = bool(batch.terminated[0])
        truncated = not terminated and self.max_steps is not None and self._steps >= self.max_steps
        self._needs_reset = terminated or truncated
        return self._observed(), float(batch.rewards[0, self.seat]), terminated, truncated, self._info()

    def action_masks(self) -> np.ndarray:
        """The legal actions as truth values, for sb3-contrib."""
        return self._batch.masks[0].astype(np.bool_)

    @property
    def state(self) -> finaud.State:
        """The game as a `finaud.State` of its own."""
        return self._batch.state(0)

    def render(self) -> str | None:
        return self._batch.state(0).to_text() if self.render_mode == "ansi" else None

    def _observed(self) -> Any:
        return self._shape.pack(self._batch.observations[0].copy(), self._batch.masks[0].copy())

    def _info(self) -> dict[str, Any]:
        batch = self._batch
        info: dict[str, Any] = {"num_legal": int(batch.counts[0]), "illegal": bool(batch.illegal_actions[0])}
        if self._shape.mask_in_info:
            info["action_mask"] = batch.masks[0].copy()
        return info


def _draw(generator: np.random.Generator) -> int:
    """The seed of the next game: each game of an environment has its own."""
    return int(generator.integers(0, 2**64, dtype=np.uint64))


def _named_seed(game: finaud.Game, options: dict[str, Any] | None) -> int | None:
    """The deal that somebody asked for by name."""
    seed = (options or {}).get("seed")
    if seed is None:
        return None
    return finaud.State(game, seed=seed).seed


class FinaudVectorEnv(gymnasium.vector.VectorEnv):
    """Many games at once, each for one agent. The same as Gymnasium's `SyncVectorEnv` of `FinaudEnv`, bit for bit, and fast.

    Args:
        num_envs: how many games are played side by side.
        autoreset_mode: `NEXT_STEP`, `SAME_STEP` or `DISABLED`, with Gymnasium's meanings.
        copy: whether arrays are handed out as copies. Without, they are overwritten by the next step.
        threads: how many threads share the games.

    The other arguments are those of `FinaudEnv`.
    """

    def __init__(
        self,
        game: Any = None,
        num_envs: int = 1,
        players: int | None = None,
        *,
        seat: int = 0,
        opponents: str | Sequence[str] | None = None,
        actions: str = "number",
        observation: str = "plain",
        reward: str | None = None,
        illegal: str = "ignore",
        mask: str = "info",
        max_steps: int | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int = 1,
        render_mode: str | None = None,
        **rules: Any,
    ):
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f'render_mode is None or "ansi", not {render_mode!r}')
        self.game = _game_of(game, players, rules)
        self.seat = seat
        self.num_envs = num_envs
        self.copy = copy
        self.max_steps = max_steps
        self.render_mode = render_mode
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**FinaudEnv.metadata, "autoreset_mode": self.autoreset_mode}
        mode = {
            AutoresetMode.NEXT_STEP: "next_step",
            AutoresetMode.SAME_STEP: "same_step",
            AutoresetMode.DISABLED: "disabled",
        }[self.autoreset_mode]
        self._batch = Batch(
            self.game,
            num_envs,
            actions=actions,
            observation=observation,
            reward=reward,
            illegal=illegal,
            autoreset=mode,
            opponents=_seats(self.game, seat, opponents),
            threads=threads,
        )
        self._shape = _Shape(self._batch, mask)
        self.single_action_space = self._shape.action_space
        self.single_observation_space = self._shape.observation_space
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._generators: list[np.random.Generator | None] = [None] * num_envs
        self._generator_seeds = [-1] * num_envs
        # The seed of each game's successor is drawn ahead, so that the native part can begin it.
        self._next = np.zeros(num_envs, np.uint64)
        self._steps = np.zeros(num_envs, np.int64)
        self._began = False

    @property
    def np_random(self) -> tuple[np.random.Generator, ...]:
        return tuple(self._generator(index) for index in range(self.num_envs))

    @property
    def np_random_seed(self) -> tuple[int, ...]:
        return tuple(self._generator_seeds)

    def _generator(self, index: int) -> np.random.Generator:
        generator = self._generators[index]
        if generator is None:
            generator, self._generator_seeds[index] = seeding.np_random()
            self._generators[index] = generator
            self._next[index] = _draw(generator)
        return generator

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        if seed is None or isinstance(seed, (int, np.integer)):
            seeds = [None if seed is None else int(seed) + index for index in range(self.num_envs)]
        else:
            seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise ValueError(f"{self.num_envs} games need as many seeds, not {len(seeds)}")
        options = dict(options or {})
        chosen = options.pop("reset_mask", None)
        if chosen is None:
            chosen = np.ones(self.num_envs, np.bool_)
        else:
            _check_mask(chosen, self.num_envs)
            if not self._began:
                raise gymnasium.error.ResetNeeded("the first reset begins all games")
        for index in np.flatnonzero(chosen):
            if seeds[index] is not None:
                generator, self._generator_seeds[index] = seeding.np_random(seeds[index])
                self._generators[index] = generator
                self._next[index] = _draw(generator)
            else:
                self._generator(index)
        named = _named_seed(self.game, options)
        deals = self._next if named is None else np.full(self.num_envs, named, np.uint64)
        self._batch.reset(chosen=chosen, seeds=deals)
        self._began = True
        self._steps[chosen] = 0
        if named is None:
            self._draw_ahead(chosen)
        return self._observed(), self._infos(chosen)

    def step(self, actions: Any) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        if not self._began:
            raise gymnasium.error.ResetNeeded("call reset() before step()")
        batch = self._batch
        actions = np.asarray(actions)
        if actions.dtype.kind not in "iu":
            raise TypeError(f"actions must be whole numbers, not {actions.dtype}")
        batch.step(actions.astype(np.int64, copy=False), seeds=self._next)
        self._steps += 1
        rewards = batch.rewards[:, self.seat].astype(np.float64)
        terminated = batch.terminated.copy()
        illegal = batch.illegal_actions.copy()
        began = batch.begun
        truncated = np.zeros(self.num_envs, np.bool_)
        ends = terminated if self.autoreset_mode is AutoresetMode.SAME_STEP else None
        if began.any():
            self._steps[began] = 0
            self._draw_ahead(began)
        if self.max_steps is not None:
            truncated = (self._steps >= self.max_steps) & ~terminated
        finals: Any = None
        if ends is not None:
            finals = batch.final_observations
        if truncated.any():
            if self.autoreset_mode is AutoresetMode.SAME_STEP:
                finals[truncated] = batch.observations[truncated]
                masks, counts = batch.masks.copy(), batch.counts.copy()
                batch.reset(chosen=truncated, seeds=self._next)
                self._steps[truncated] = 0
                self._draw_ahead(truncated)
                infos = self._infos(None, illegal & ~(terminated | truncated))
                self._add_finals(infos, terminated, truncated, finals, masks, counts, illegal)
                return self._observed(), rewards, terminated, truncated, infos
            # What is seen of a game that is cut short is what was seen when it was cut.
            observed, infos = self._observed(force=True), self._infos(None, illegal, force=True)
            batch.end(truncated)
            return observed, rewards, terminated, truncated, infos
        if ends is not None and terminated.any():
            infos = self._infos(None, illegal & ~terminated)
            masks = np.zeros_like(batch.masks)
            self._add_finals(infos, terminated, truncated, finals, masks, np.zeros_like(batch.counts), illegal)
        else:
            infos = self._infos(None, illegal)
        return self._observed(), rewards, terminated, truncated, infos

    def _draw_ahead(self, which: np.ndarray) -> None:
        for index in np.flatnonzero(which):
            self._next[index] = _draw(self._generator(index))

    def _observed(self, force: bool = False) -> Any:
        batch = self._batch
        if self.copy or force:
            masks = batch.masks.copy() if self._shape.mask_in_observation else batch.masks
            return self._shape.pack(batch.observations.copy(), masks)
        return self._shape.pack(batch.observations, batch.masks)

    def _infos(
        self, which: np.ndarray | None, illegal: np.ndarray | None = None, force: bool = False
    ) -> dict[str, Any]:
        batch = self._batch
        there = np.ones(self.num_envs, np.bool_) if which is None else which.copy()
        counts = batch.counts.astype(np.int64)
        infos: dict[str, Any] = {}
        if which is not None and not which.all():
            counts[~which] = 0
        infos["num_legal"], infos["_num_legal"] = counts, there
        infos["illegal"] = np.zeros(self.num_envs, np.bool_) if illegal is None else illegal
        infos["_illegal"] = there.copy()
        if self._shape.mask_in_info:
            masks = batch.masks.copy() if self.copy or force or which is not None else batch.masks
            if which is not None and not which.all():
                masks[~which] = 0
            infos["action_mask"], infos["_action_mask"] = masks, there.copy()
        return infos

    def _add_finals(
        self,
        infos: dict[str, Any],
        terminated: np.ndarray,
        truncated: np.ndarray,
        finals: np.ndarray,
        masks: np.ndarray,
        counts: np.ndarray,
        illegal: np.ndarray,
    ) -> None:
        ended = terminated | truncated
        masks[~truncated] = 0
        counts = np.where(truncated, counts, 0).astype(np.int64)
        last = np.full(self.num_envs, None, dtype=object)
        for index in np.flatnonzero(ended):
            last[index] = self._shape.pack(finals[index].copy(), masks[index].copy())
        infos["final_obs"], infos["_final_obs"] = last, ended
        info: dict[str, Any] = {
            "num_legal": counts,
            "_num_legal": ended.copy(),
            "illegal": illegal & ended,
            "_illegal": ended.copy(),
        }
        if self._shape.mask_in_info:
            info["action_mask"], info["_action_mask"] = masks, ended.copy()
        infos["final_info"], infos["_final_info"] = info, ended.copy()

    def action_masks(self) -> np.ndarray:
        """The legal actions of all games as truth values."""
        return self._batch.masks.astype(np.bool_)

    def render(self) -> tuple[str, ...] | None:
        if self.render_mode != "ansi":
            return None
        return tuple(self._batch.state(index).to_text() for index in range(self.num_envs))


def _check_mask(mask: Any, games: int) -> None:
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
        raise TypeError("options['reset_mask'] must be an array of bool")
    if mask.shape != (games,):
        raise ValueError(f"options['reset_mask'] must have the shape ({games},), not {mask.shape}")
    if not mask.any():
        raise ValueError("options['reset_mask'] chooses no game")


def register_envs() -> None:
    """Registers an environment for each built-in game and each sheet of the gallery; done once, with this module's import."""
    for game in [*finaud.games(), *finaud.gallery()]:
        if env_id(game) not in gymnasium.registry:
            gymnasium.register(
                env_id(game),
                entry_point="finaud.gym:FinaudEnv",
                vector_entry_point="finaud.gym:FinaudVectorEnv",
                kwargs={"game": game, "max_steps": MAX_STEPS},
            )


register_envs()
