"""What the tests share: every game with every number of players, and the program `finaud` as the oracle."""

from __future__ import annotations

import os
import pathlib
import subprocess

import numpy as np
import pytest

import finaud

ROOT = pathlib.Path(__file__).resolve().parents[3]


def all_tables() -> list[finaud.Game]:
    """Every built-in game with every number of players."""
    tables = []
    for id in finaud.games():
        fewest, most = finaud.player_counts(id)
        tables += [finaud.Game(id, players) for players in range(fewest, most + 1)]
    return tables


def name_of(value: object) -> str | None:
    return f"{value.id}-{value.players}" if isinstance(value, finaud.Game) else None


TABLES = pytest.mark.parametrize("game", all_tables(), ids=name_of)


@pytest.fixture
def random() -> np.random.Generator:
    return np.random.default_rng(20)


@pytest.fixture(scope="session")
def program() -> pathlib.Path:
    """The program `finaud`: `cargo xtask python` builds it and names it."""
    named = os.environ.get("FINAUD_PROGRAM")
    candidates = [pathlib.Path(named)] if named else [ROOT / "target" / kind / "finaud" for kind in ("release", "debug")]
    for path in candidates:
        if path.is_file():
            return path
    pytest.skip("the program `finaud` is not built: `cargo xtask python` does so")


@pytest.fixture
def run(program):
    def run(*arguments: str) -> str:
        done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
