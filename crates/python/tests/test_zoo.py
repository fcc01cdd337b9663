"""PettingZoo: its own tests, unmodified. `max_cycles_test` does not apply: it wants every agent to act equally often."""

import warnings

import numpy as np
import pytest

import finaud
from conftest import TABLES

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test  # noqa: E402

from finaud import zoo  # noqa: E402


@TABLES
def test_turns(game):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # What the test says about observations of any kind that are not pictures.
        warnings.filterwarnings("ignore", message=".*(Observation|observation|Action|action|possible_agents|max|space).*")
        api_test(zoo.env(game), num_cycles=30)
    seed_test(lambda: zoo.env(game), num_cycles=20)


@TABLES
def test_everybody_at_once(game):
    parallel_api_test(zoo.parallel_env(game), num_cycles=60)
    parallel_seed_test(lambda: zoo.parallel_env(game), num_cycles=30)


@pytest.mark.parametrize("reward", ["points", "final", "win"])
def test_rewards_add_up(reward):
    env = zoo.env("tres-fute", players=3, reward=reward)
    env.reset(seed=4)
    sums = dict.fromkeys(env.possible_agents, 0.0)
    random = np.random.default_rng(1)
    for agent in env.agent_iter():
        seen, got, over, cut, _ = env.last()
        sums[agent] += got
        legal = np.flatnonzero(seen["action_mask"])
        env.step(None if over or cut else int(random.choice(legal)))
    state = env._state
    wanted = state.returns() if reward == "win" else [float(points) for points in state.points()]
    assert list(sums.values()) == wanted


def test_both_kinds_tell_the_same_game():
    aec, parallel = zoo.env("push", 4), zoo.parallel_env("push", 4)
    aec.reset(seed=9)
    seen, _ = parallel.reset(seed=9)
    random = np.random.default_rng(2)
    while parallel.agents:
        agent = aec.agent_selection
        action = int(random.choice(np.flatnonzero(aec.observe(agent)["action_mask"])))
        waiting = {other: parallel.wait for other in parallel.agents}
        assert seen[agent]["action_mask"][parallel.wait] == 0
        seen, rewards, *_ = parallel.step({**waiting, agent: action})
        aec.step(action)
        assert aec._state == parallel._state
        assert rewards == aec.rewards
    assert all(aec.terminations.values())


def test_illegal_actions():
    env = zoo.env("push", 2)
    env.reset(seed=1)
    env.step(1)
    assert all(env.terminations.values()) and env.rewards == {"player_0": -1.0, "player_1": 0.0}
    env = zoo.env("push", 2, illegal="ignore")
    env.reset(seed=1)
    env.step(1)
    assert env.agent_selection == "player_0" and env.infos["player_0"]["illegal"]
    env = zoo.env("push", 2, illegal="raise")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="not legal for player_0"):
        env.step(1)
    env = zoo.parallel_env("push", 2, illegal="raise")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="nothing was changed"):
        env.step({"player_0": 1, "player_1": env.wait})
    env = zoo.parallel_env("push", 2)
    env.reset(seed=1)
    *_, infos = env.step({"player_0": 0, "player_1": 0})
    assert infos == {"player_0": {"illegal": False}, "player_1": {"illegal": True}}


def test_dead_agents_step_once_with_none():
    env = zoo.env("push", 2, max_steps=3)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="alive"):
        env.step(None)
    while not any(env.truncations.values()):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    with pytest.raises(ValueError, match="None"):
        env.step(0)
    env.step(None)
    env.step(None)
    assert env.agents == []
    parallel = zoo.parallel_env("push", 2, max_steps=1)
    parallel.reset(seed=1)
    parallel.step({"player_0": 0, "player_1": parallel.wait})
    with pytest.raises(ValueError, match="over"):
        parallel.step({})
    parallel.reset(seed=1)
    with pytest.raises(ValueError, match="no agent 'nobody'"):
        parallel.step({"nobody": 0})
    with pytest.raises(ValueError, match="no agent"):
        env.observe("nobody")


def test_what_cannot_be_is_told_in_a_sentence():
    for wrong, why in [({"reward": "fun"}, "reward"), ({"illegal": "allow"}, "illegal"), ({"render_mode": "human"}, "render_mode")]:
        with pytest.raises(ValueError, match=why):
            zoo.env("push", 2, **wrong)
    with pytest.raises(ValueError, match="2 to 6"):
        zoo.parallel_env("push", 9)
    assert finaud.zoo is zoo
