"""The Futé dice games and PUSH, for whoever studies games.

`State` is one game with explicit chance, `Batch` is many at once. `finaud.gym`, `finaud.zoo`, `finaud.spiel` and
`finaud.sb3` give them the shapes that Gymnasium, PettingZoo, OpenSpiel and Stable-Baselines3 expect; each is imported
when asked for, and needs its library then. The manual is docs/python.md.
"""

from __future__ import annotations

import importlib
from importlib.metadata import PackageNotFoundError, version as _version

from finaud._finaud import (
    ACTION_SPACE_VERSION,
    Game,
    Net,
    State,
    fingerprint,
    games,
    player_counts,
    read_seed,
    seed_in_series,
    use_weights,
)
from finaud.batch import Batch, best_actions

try:
    __version__ = _version("finaud")
except PackageNotFoundError:  # run from a folder that was never installed
    __version__ = "0"

__all__ = [
    "ACTION_SPACE_VERSION",
    "Batch",
    "Game",
    "Net",
    "State",
    "best_actions",
    "fingerprint",
    "games",
    "player_counts",
    "read_seed",
    "seed_in_series",
    "use_weights",
]
