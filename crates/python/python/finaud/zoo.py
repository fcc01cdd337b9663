"""PettingZoo environments: players take turns (AEC), or all act in every step (parallel).

    from finaud import zoo
    env = zoo.env("push", players=4)
    env = zoo.parallel_env("tres-fute", players=2)

Agents are `player_0`, `player_1`, … An observation is a dict of `observation` and `action_mask`.

Where several players may choose at the same time, AEC asks them in the order of their seats. The order carries no
information: what one chooses does not change what another may.
"""

from __future__ import annotations

import functools
import operator
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv

import finaud

_REWARDS = ("win", "points", "final")
_ILLEGAL = ("terminate", "ignore", "raise")


class _Seats:
    """What both kinds of environment share."""

    def __init__(
        self,
        game: Any,
        players: int | None,
        observation: str,
        reward: str | None,
        illegal: str,
        max_steps: int | None,
        render_mode: str | None,
        rules: dict[str, Any],
        extra_actions: int,
    ):
        self.game = game if isinstance(game, finaud.Game) else finaud.Game(game, players, **rules)
        self.reward = reward or ("points" if self.game.players == 1 else "win")
        if self.reward not in _REWARDS:
            raise ValueError(f"reward is one of {', '.join(_REWARDS)}, not {reward!r}")
        if illegal not in _ILLEGAL:
            raise ValueError(f"illegal is one of {', '.join(_ILLEGAL)}, not {illegal!r}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f'render_mode is None or "ansi", not {render_mode!r}')
        self.illegal = illegal
        self.max_steps = max_steps
        self.render_mode = render_mode
        self.observation_kind = observation
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self.width = self.game.num_actions + extra_actions
        columns = len(self.game.columns(observation))
        whole = not observation.startswith("encoder")
        low, high = (-(2**15), 2**15 - 1) if whole else (-np.inf, np.inf)
        box = spaces.Box(low, high, (columns,), np.int16 if whole else np.float32)
        self._action_spaces = {agent: spaces.Discrete(self.width) for agent in self.possible_agents}
        self._observation_spaces = {
            agent: spaces.Dict({"observation": box, "action_mask": spaces.Box(0, 1, (self.width,), np.int8)})
            for agent in self.possible_agents
        }
        self._random: np.random.Generator | None = None
        self.state_of_game: finaud.State | None = None

    def begin(self, seed: int | None, options: dict[str, Any] | None) -> finaud.State:
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        named = (options or {}).get("seed")
        deal = int(self._random.integers(0, 2**64, dtype=np.uint64)) if named is None else named
        self.state_of_game = finaud.State(self.game, seed=deal)
        self.state_of_game.play_chance()
        self.points = self.state_of_game.points()
        return self.state_of_game

    def observed(self, seat: int, mask: np.ndarray) -> dict[str, np.ndarray]:
        assert self.state_of_game is not None
        return {
            "observation": self.state_of_game.observation(seat, self.observation_kind),
            "action_mask": mask,
        }

    def mask(self, seat: int) -> np.ndarray:
        assert self.state_of_game is not None
        mask = np.zeros(self.width, np.int8)
        mask[self.state_of_game.legal_actions(seat)] = 1
        return mask

    def rewards(self) -> list[float]:
        """What everybody gained since this was asked last."""
        state = self.state_of_game
        assert state is not None
        if self.reward == "points":
            before, self.points = self.points, state.points()
            return [float(now - then) for now, then in zip(self.points, before)]
        if not state.is_terminal():
            return [0.0] * self.game.players
        if self.reward == "final":
            return [float(points) for points in state.points()]
        winners = state.winners()
        return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(self.game.players)]


def _no_seat(agent: str) -> ValueError:
    return ValueError(f"there is no agent {agent!r}")


class FinaudAEC(AECEnv):
    """A game whose players take turns.

    Args:
        game, players: as for `finaud.Game`; rulings, variant and sheet, too.
        observation: `"plain"` or `"encoder"`.
        reward: `"win"` (the share of the victory), `"points"` (as they are gained) or `"final"` (the score at the end).
        illegal: what becomes of an action that is not legal: `"terminate"` (the game ends, -1 for who did it), `"ignore"`
            (the same agent is asked again) or `"raise"`.
        max_steps: after so many choices the game is cut short.
    """

    metadata = {"render_modes": ["ansi"], "name": "finaud_v0", "is_parallelizable": False}

    def __init__(
        self,
        game: Any = None,
        players: int | None = None,
        *,
        observation: str = "plain",
        reward: str | None = None,
        illegal: str = "terminate",
        max_steps: int | None = None,
        render_mode: str | None = None,
        **rules: Any,
    ):
        super().__init__()
        self._seats = _Seats(game, players, observation, reward, illegal, max_steps, render_mode, rules, 0)
        self.render_mode = render_mode
        self.possible_agents = self._seats.possible_agents
        self.agents: list[str] = []

    @property
    def game(self) -> finaud.Game:
        return self._seats.game

    @functools.lru_cache(maxsize=None)
    def observation_space(self, agent: str) -> spaces.Space:
        return self._seats._observation_spaces[agent]

    @functools.lru_cache(maxsize=None)
    def action_space(self, agent: str) -> spaces.Space:
        return self._seats._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._state = self._seats.begin(seed, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"illegal": False} for agent in self.agents}
        self._steps = 0
        self._select()

    def _select(self) -> None:
        player = self._state.current_player()
        if player >= 0:
            self.agent_selection = self.possible_agents[player]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        if agent not in self.possible_agents:
            raise _no_seat(agent)
        seat = self.possible_agents.index(agent)
        # Only whoever is asked now may act.
        asked = agent == self.agent_selection and not self.terminations.get(agent, True)
        mask = self._seats.mask(seat) if asked else np.zeros(self._seats.width, np.int8)
        return self._seats.observed(seat, mask)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is alive: None is for agents whose game is over")
        seat = self.possible_agents.index(agent)
        number = operator.index(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent]["illegal"] = False
        if number in self._state.legal_actions(seat):
            self._state.apply(number, seat)
            self._state.play_chance()
            self.rewards = dict(zip(self.possible_agents, self._seats.rewards()))
        elif self._seats.illegal == "raise":
            raise ValueError(f"action {number} is not legal for {agent} now")
        else:
            self.infos[agent]["illegal"] = True
            if self._seats.illegal == "terminate":
                self.rewards[agent] = -1.0
                self.terminations = dict.fromkeys(self.agents, True)
        self._steps += 1
        if self._state.is_terminal():
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._seats.max_steps is not None and self._steps >= self._seats.max_steps:
            if not any(self.terminations.values()):
                self.truncations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def state(self) -> np.ndarray:
        """What seat 0 sees: nothing is hidden in these games but the order of cards."""
        return self._state.observation(0, self._seats.observation_kind)

    def render(self) -> str | None:
        return self._state.to_text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""


class FinaudParallel(ParallelEnv):
    """A game in which every agent acts in every step; whoever is not asked waits.

    The action after the last one of the game, `game.num_actions`, is to wait: the one legal action of whoever is not asked.
    Whoever is asked and waits, or does what is not legal, has done nothing (`info["illegal"]`); the arguments are those of
    `FinaudAEC`, but illegal actions are ignored unless you say otherwise.
    """

    metadata = {"render_modes": ["ansi"], "name": "finaud_parallel_v0"}

    def __init__(
        self,
        game: Any = None,
        players: int | None = None,
        *,
        observation: str = "plain",
        reward: str | None = None,
        illegal: str = "ignore",
        max_steps: int | None = None,
        render_mode: str | None = None,
        **rules: Any,
    ):
        self._seats = _Seats(game, players, observation, reward, illegal, max_steps, render_mode, rules, 1)
        self.render_mode = render_mode
        self.possible_agents = self._seats.possible_agents
        self.wait = self._seats.width - 1
        self.agents: list[str] = []

    @property
    def game(self) -> finaud.Game:
        return self._seats.game

    @functools.lru_cache(maxsize=None)
    def observation_space(self, agent: str) -> spaces.Space:
        return self._seats._observation_spaces[agent]

    @functools.lru_cache(maxsize=None)
    def action_space(self, agent: str) -> spaces.Space:
        return self._seats._action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        self._state = self._seats.begin(seed, options)
        self.agents = self.possible_agents[:]
        self._steps = 0
        infos: dict[str, dict[str, Any]] = {agent: {"illegal": False} for agent in self.agents}
        return self._observed(), infos

    def _observed(self) -> dict[str, Any]:
        asked = self._state.current_players()
        observed = {}
        for seat, agent in enumerate(self.possible_agents):
            if seat in asked:
                mask = self._seats.mask(seat)
            else:
                mask = np.zeros(self._seats.width, np.int8)
                mask[self.wait] = 1
            observed[agent] = self._seats.observed(seat, mask)
        return observed

    def step(self, actions: dict[str, int]) -> tuple[dict, dict, dict, dict, dict]:
        if not self.agents:
            raise ValueError("the game is over: call reset()")
        for agent in actions:
            if agent not in self.agents:
                raise _no_seat(agent)
        asked = self._state.current_players()
        chosen, illegal = [], []
        for seat, agent in enumerate(self.possible_agents):
            number = operator.index(actions.get(agent, self.wait))
            if seat in asked and number in self._state.legal_actions(seat):
                chosen.append((seat, number))
            elif seat in asked or number != self.wait:
                illegal.append(agent)
        if illegal and self._seats.illegal == "raise":
            raise ValueError(f"the action of {illegal[0]} is not legal now; nothing was changed")
        rewards = dict.fromkeys(self.possible_agents, 0.0)
        ended = False
        if illegal and self._seats.illegal == "terminate":
            ended = True
            rewards.update(dict.fromkeys(illegal, -1.0))
        else:
            for seat, number in chosen:
                self._state.apply(number, seat)
            self._state.play_chance()
            rewards = dict(zip(self.possible_agents, self._seats.rewards()))
            ended = self._state.is_terminal()
        self._steps += 1
        cut = not ended and self._seats.max_steps is not None and self._steps >= self._seats.max_steps
        terminations = dict.fromkeys(self.agents, ended)
        truncations = dict.fromkeys(self.agents, cut)
        infos = {agent: {"illegal": agent in illegal} for agent in self.agents}
        observed = self._observed()
        if ended or cut:
            self.agents = []
        return observed, rewards, terminations, truncations, infos

    def state(self) -> np.ndarray:
        """What seat 0 sees: nothing is hidden in these games but the order of cards."""
        return self._state.observation(0, self._seats.observation_kind)

    def render(self) -> str | None:
        return self._state.to_text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""


def env(game: Any = None, players: int | None = None, **options: Any) -> FinaudAEC:
    """A game whose players take turns: see `FinaudAEC`."""
    return FinaudAEC(game, players, **options)


def parallel_env(game: Any = None, players: int | None = None, **options: Any) -> FinaudParallel:
    """A game in which every agent acts in every step: see `FinaudParallel`."""
    return FinaudParallel(game, players, **options)
