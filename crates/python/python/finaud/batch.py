"""Many games at once."""

from __future__ import annotations

import os
from typing import Any, Sequence

import numpy as np

from finaud._finaud import Game, Net, RawBatch


class Batch(RawBatch):
    """Many games at once, stepped by one call.

    Every step plays one action in every game: that of the player who is to choose there. What follows is written into the
    arrays below, which stay the same objects for the life of the batch: copy what you want to keep.

    Args:
        game: a `Game`, the id of a built-in game or of a sheet of the gallery, or the path of a sheet file.
        num_games: how many games are played side by side.
        players: how many play each of them; as few as can be if left out.
        seed: names the series of games. Game i of a batch meets the same dice whatever the others do, and however many there are.
        actions: `"number"` for stable numbers below `game.num_actions`, `"index"` for positions in the list of legal actions,
            which is in the order of the numbers.
        observation: `"plain"`, `"encoder"` (dense) or `"none"`, with or without a version.
        reward: `"points"` for differences that add up to the score, `"final"` for the score at the end, `"win"` for the share of
            the victory at the end. Points for one player, the victory for several, if left out.
        illegal: `"raise"`, `"ignore"` or `"terminate"`.
        autoreset: `"next_step"`, `"same_step"` or `"disabled"`, with Gymnasium's meanings.
        opponents: the names of the bots that play the seats which are not yours, `[None, "expert"]`.
        masks: whether dense masks are written at each step.
        threads: how many threads share the games. Results do not depend on it.

    Attributes:
        observations: (num_games, columns), int16 or float32: what whoever is to choose sees.
        masks: (num_games, width), int8: the legal actions; `None` if not wanted.
        counts: (num_games,), int32: how many legal actions there are.
        rewards: (num_games, players), float32.
        terminated: (num_games,), bool.
        to_move: (num_games,), int8: who is to choose.
        illegal_actions: (num_games,), bool: which actions were not legal and had no effect.
        begun: (num_games,), bool: which games were begun anew by the last call.
        final_observations: as observations; written where a game ends, with `autoreset="same_step"` only.
    """

    observations: np.ndarray
    masks: np.ndarray | None
    counts: np.ndarray
    rewards: np.ndarray
    terminated: np.ndarray
    to_move: np.ndarray
    illegal_actions: np.ndarray
    begun: np.ndarray
    final_observations: np.ndarray | None

    def __new__(
        cls,
        game: Game | str | os.PathLike[str],
        num_games: int,
        *,
        players: int | None = None,
        seed: int = 0,
        actions: str = "number",
        observation: str = "plain",
        reward: str | None = None,
        illegal: str = "raise",
        autoreset: str = "next_step",
        opponents: Sequence[str | None] | None = None,
        masks: bool = True,
        threads: int = 1,
        rulings: dict[str, bool] | None = None,
        variant: str | None = None,
        sheet: str | None = None,
    ) -> "Batch":
        if not isinstance(game, Game):
            game = Game(os.fspath(game), players, rulings=rulings, variant=variant, sheet=sheet)
        elif players not in (None, game.players) or rulings or variant or sheet:
            raise ValueError("a `Game` says already how many play, on which sheet and by which rules")
        if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or not 0 <= seed < 2**64:
            raise ValueError("a seed is a whole number from 0 to 2**64 - 1")
        if isinstance(opponents, str):
            raise TypeError('opponents is a list with an entry for each player, as in [None, "expert"]')
        self = super().__new__(
            cls,
            game,
            num_games,
            seed=int(seed),
            actions=actions,
            observation=observation,
            reward=reward or ("points" if game.players == 1 else "win"),
            illegal=illegal,
            autoreset=autoreset,
            opponents=None if opponents is None else list(opponents),
            threads=threads,
        )
        dtype = np.float32 if observation.startswith("encoder") else np.int16
        shape = (num_games, self.observation_width)
        self.observations = np.zeros(shape, dtype)
        self.masks = np.zeros((num_games, self.width), np.int8) if masks else None
        self.counts = np.zeros(num_games, np.int32)
        self.rewards = np.zeros((num_games, game.players), np.float32)
        self.terminated = np.zeros(num_games, np.bool_)
        self.to_move = np.zeros(num_games, np.int8)
        self.illegal_actions = np.zeros(num_games, np.bool_)
        self.begun = np.zeros(num_games, np.bool_)
        self.final_observations = np.zeros(shape, dtype) if autoreset == "same_step" else None
        self._arrays: dict[str, Any] = {
            "observations": self.observations,
            "masks": self.masks,
            "counts": self.counts,
            "rewards": self.rewards,
            "terminated": self.terminated,
            "players": self.to_move,
            "illegal": self.illegal_actions,
            "begun": self.begun,
            "final_observations": self.final_observations,
        }
        return self

    def reset(self, *, chosen: np.ndarray | None = None, seeds: np.ndarray | None = None) -> np.ndarray:
        """Begins games anew, all or those that are chosen (a bool array), with seeds of your own (uint64) if given."""
        self.reset_into(self._arrays, chosen, seeds)
        return self.observations

    def step(
        self, actions: np.ndarray, *, seeds: np.ndarray | None = None
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Plays one action in every game; returns observations, rewards and which games ended.

        `seeds` are those with which games begin that this step begins anew.
        """
        self.step_into(actions, self._arrays, seeds)
        return self.observations, self.rewards, self.terminated

    def values(self, net: Net | None = None) -> dict[str, np.ndarray]:
        """Values every legal action of every game by a net, that of our own players if none is given.

        Returns a dict of `offsets` (num_games + 1), `actions`, `values`, `points` and `over`.
        """
        return self.afterstates("none", net or Net.built_in(self.game))

    def __repr__(self) -> str:
        return f"finaud.Batch({self.game!r}, {len(self)})"


def best_rows(after: dict[str, np.ndarray], values: np.ndarray) -> np.ndarray:
    """For each game, where its action of the highest value stands: the first among equals; -1 where a game is over.

    Args:
        after: what `Batch.afterstates` or `Batch.values` returned.
        values: a number for each of its actions.
    """
    offsets = after["offsets"]
    values = np.asarray(values)
    if values.shape != after["actions"].shape:
        raise ValueError(f"values must have the shape {after['actions'].shape} of the actions, not {values.shape}")
    if np.isnan(values).any():
        raise ValueError("values must be numbers: some are NaN")
    counts = np.diff(offsets)
    rows = np.full(len(counts), -1, np.int64)
    asked = counts > 0
    if not asked.any():
        return rows
    starts = offsets[:-1][asked]
    highest = np.repeat(np.maximum.reduceat(values, starts), counts[asked])
    place = np.flatnonzero(values == highest)
    # The first of the places that belong to each game.
    rows[asked] = place[np.searchsorted(place, starts)]
    return rows


def best_actions(after: dict[str, np.ndarray], values: np.ndarray) -> np.ndarray:
    """The action of the highest value in each game: the first among equals; 0 where a game is over. See `best_rows`."""
    rows = best_rows(after, values)
    return np.where(rows < 0, 0, after["actions"][rows]) if len(after["actions"]) else np.zeros(len(rows), np.int64)


__all__ = ["Batch", "best_actions", "best_rows"]
