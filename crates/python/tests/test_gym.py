"""Gymnasium: its own checker, and the vector environment against `SyncVectorEnv`, bit for bit."""

import subprocess
import sys
import warnings

import numpy as np
import pytest

import finaud

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env, data_equivalence  # noqa: E402
from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402

from finaud.gym import FinaudEnv, FinaudVectorEnv, env_id  # noqa: E402

IDS = [env_id(game) for game in [*finaud.games(), *finaud.gallery()]]


@pytest.mark.parametrize("id", IDS)
def test_gymnasiums_checker_is_content(id):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(id).unwrapped)
        check_env(gymnasium.make(id, mask="observation").unwrapped)


@pytest.mark.parametrize("options", [
    {"game": "push", "players": 4, "opponents": ["club", "random", "novice"], "seat": 2},
    {"game": "tres-fute", "players": 3, "reward": "points", "actions": "index", "mask": "both"},
    {"game": "hyper-fute", "observation": "encoder", "illegal": "terminate", "mask": "none"},
    {"game": "melange-fute", "actions": "index", "reward": "final"},
])
def test_gymnasiums_checker_is_content_with_every_choice(options):
    check_env(FinaudEnv(**options))


def test_make_gives_the_environment_with_its_passive_checker():
    env = gymnasium.make("finaud/TresFute-v0", render_mode="ansi")
    _, info = env.reset(seed=1)
    done = False
    score = 0
    while not done:
        _, reward, done, truncated, info = env.step(env.action_space.sample(info["action_mask"]) if info["num_legal"] else 0)
        assert not truncated and isinstance(reward, float)
        score += reward
    assert score == env.unwrapped.state.points()[0]
    assert env.render().startswith("tres-fute")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.unwrapped.step(0)


def test_an_id_can_name_its_module():
    code = 'import gymnasium; print(gymnasium.make("finaud.gym:finaud/Push-v0").reset(seed=1)[0].shape)'
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == f"({len(finaud.Game('push').columns())},)", done.stderr


def test_a_named_deal_is_the_same_for_everybody():
    env = FinaudEnv("tres-fute")
    one, _ = env.reset(seed=1, options={"seed": "tres-fute-p1-7K3"})
    other, _ = env.reset(seed=2, options={"seed": 7779})
    assert (one == other).all()
    with pytest.raises(ValueError, match="not for"):
        env.reset(options={"seed": "push-p2-7K3"})
    envs = FinaudVectorEnv("tres-fute", 3)
    many, _ = envs.reset(seed=5, options={"seed": 7779})
    assert (many == one).all()


def both(num, mode, copy=True, **options):
    native = FinaudVectorEnv(num_envs=num, autoreset_mode=mode, copy=copy, **options)
    sync = SyncVectorEnv([lambda: FinaudEnv(**options) for _ in range(num)], autoreset_mode=mode)
    return native, sync


def same(one, other):
    assert data_equivalence(one, other), (one, other)


def equal_infos(one, other):
    assert set(one) == set(other)
    for key in one:
        if key == "final_obs":
            for left, right in zip(one[key], other[key]):
                assert (left is None) == (right is None)
                if left is not None:
                    same(left, right)
        elif isinstance(one[key], dict):
            equal_infos(one[key], other[key])
        else:
            assert one[key].dtype == other[key].dtype, key
            assert (one[key] == other[key]).all(), key


CHOICES = [
    {"game": "tres-fute"},
    {"game": "melange-fute", "actions": "index", "mask": "both", "observation": "plain-v1"},
    {"game": "push", "players": 3, "opponents": "club", "max_steps": 25, "mask": "observation"},
    {"game": "tres-fute", "illegal": "terminate", "reward": "final", "max_steps": 17},
    {"game": "hyper-fute", "players": 2, "seat": 1, "opponents": "novice", "observation": "encoder", "mask": "none"},
]


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("options", CHOICES, ids=lambda options: options["game"])
def test_the_vector_environment_is_gymnasiums_own_bit_for_bit(mode, options):
    num = 5
    native, sync = both(num, mode, **options)
    assert native.single_action_space == sync.single_action_space
    assert native.action_space == sync.action_space
    assert native.observation_space == sync.observation_space
    assert native.metadata["autoreset_mode"] == sync.metadata["autoreset_mode"]
    one, other = native.reset(seed=42), sync.reset(seed=42)
    same(one[0], other[0])
    equal_infos(one[1], other[1])
    random = np.random.default_rng(3)
    ended = 0
    for step in range(260):
        masks = native.action_masks()
        actions = np.array([random.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])
        if step % 7 == 3:
            # Not everybody looks at masks.
            actions[step % num] = random.integers(native.single_action_space.n)
        one, other = native.step(actions), sync.step(actions)
        for left, right in zip(one[:4], other[:4]):
            same(left, right)
        equal_infos(one[4], other[4])
        done = one[2] | one[3]
        ended += int(done.sum())
        if mode is AutoresetMode.DISABLED and done.any():
            seeds = [7 + step + index if index % 2 else None for index in range(num)]
            one = native.reset(seed=seeds, options={"reset_mask": done})
            other = sync.reset(seed=seeds, options={"reset_mask": done.copy()})
            same(one[0], other[0])
            equal_infos(one[1], other[1])
    assert ended >= 5
    # Reset in the middle, without seeds: the generators go on.
    one, other = native.reset(), sync.reset()
    same(one[0], other[0])
    assert [g.random() for g in native.np_random] != []


def test_make_vec_gives_the_fast_one():
    envs = gymnasium.make_vec("finaud/Push-v0", num_envs=3, vectorization_mode="vector_entry_point")
    assert isinstance(envs.unwrapped, FinaudVectorEnv)
    observations, infos = envs.reset(seed=1)
    assert observations.shape[0] == 3 and infos["action_mask"].shape == (3, 14)
    envs.close()


def test_arrays_are_copies_unless_you_say_so():
    envs = FinaudVectorEnv("tres-fute", 4)
    first, infos = envs.reset(seed=1)
    kept, mask = first.copy(), infos["action_mask"].copy()
    envs.step(envs._batch.sample())
    assert (first == kept).all() and (infos["action_mask"] == mask).all()
    lent = FinaudVectorEnv("tres-fute", 4, copy=False)
    first, _ = lent.reset(seed=1)
    second = lent.step(lent._batch.sample())[0]
    assert first is second


@pytest.mark.parametrize(
    "wrong, kind, why",
    [
        (lambda: FinaudEnv("tres-fute", mask="everywhere"), ValueError, "mask"),
        (lambda: FinaudEnv("tres-fute", opponents="expert"), ValueError, "alone"),
        (lambda: FinaudEnv("push", 3, opponents=["club"]), ValueError, "2 other seats"),
        (lambda: FinaudEnv("push", 3, seat=3), ValueError, "no seat 3"),
        (lambda: FinaudEnv("push", 3, seat=-1), ValueError, "no seat -1"),
        (lambda: FinaudEnv("push", render_mode="human"), ValueError, "render_mode"),
        (lambda: FinaudEnv("tres-fute").step(0), gymnasium.error.ResetNeeded, "reset"),
        (lambda: FinaudVectorEnv("tres-fute", 2).step([0, 0]), gymnasium.error.ResetNeeded, "reset"),
        (lambda: FinaudVectorEnv("tres-fute", 2).reset(seed=[1]), ValueError, "2 games"),
        (lambda: FinaudVectorEnv("tres-fute", 2).reset(options={"reset_mask": np.ones(2, bool)}), gymnasium.error.ResetNeeded, "first"),
        (lambda: FinaudVectorEnv("tres-fute", 2, autoreset_mode="Sometimes"), ValueError, "Sometimes"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(wrong, kind, why):
    with pytest.raises(kind, match=why):
        wrong()


def test_wrong_actions_change_nothing():
    env = FinaudEnv("tres-fute", illegal="raise")
    env.reset(seed=1)
    before = env.state
    for wrong, kind in [(269, ValueError), (-1, ValueError), (1.5, TypeError), ("roll", TypeError), (None, TypeError)]:
        with pytest.raises(kind):
            env.step(wrong)
        assert env.state == before
    envs = FinaudVectorEnv("tres-fute", 2, illegal="raise")
    envs.reset(seed=1)
    with pytest.raises(TypeError, match="whole numbers"):
        envs.step(np.zeros(2))
    with pytest.raises(ValueError, match=r"shape \(2,\)"):
        envs.step(np.zeros(3, np.int64))
    for wrong in (np.zeros(2), np.ones(3, bool), np.zeros(2, bool)):
        with pytest.raises((TypeError, ValueError), match="reset_mask"):
            envs.reset(options={"reset_mask": wrong})
