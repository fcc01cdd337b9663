"""Stable-Baselines3 and sb3-contrib: MaskablePPO learns a little, and never does what is not legal."""

import os
import pathlib
import sys

import pytest

if "torch" not in os.environ.get("FINAUD_EXTRAS", "").split(","):
    pytest.skip("`cargo xtask python --torch` runs these", allow_module_level=True)

import numpy as np  # noqa: E402
from sb3_contrib import MaskablePPO  # noqa: E402
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported  # noqa: E402
from stable_baselines3.common.env_checker import check_env  # noqa: E402

from finaud.gym import FinaudEnv  # noqa: E402
from finaud.sb3 import FinaudVecEnv  # noqa: E402


def test_the_checker_is_content():
    check_env(FinaudEnv("tres-fute", max_steps=1000))


def test_masks_are_found():
    env = FinaudVecEnv("push", 4, 3)
    env.seed(1)
    env.reset()
    assert is_masking_supported(env)
    masks = get_action_masks(env)
    assert masks.shape == (4, 14) and masks.dtype == np.bool_ and masks.any(axis=1).all()
    with pytest.raises(TypeError, match="given by"):
        FinaudVecEnv("push", 4, mask="both")


def test_maskable_ppo_learns():
    env = FinaudVecEnv("tres-fute", 64, illegal="raise")
    model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=1024, gamma=1.0, seed=1, learning_rate=1e-3)
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "examples"))
    from maskable_ppo import mean_score

    before = mean_score(model, "tres-fute", 64)
    model.learn(120_000)
    assert mean_score(model, "tres-fute", 64) > before + 5
