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
    gallery,
    games,
    player_counts,
    read_seed,
    seed_in_series,
    use_weights,
)
from finaud import bots
from finaud.batch import Batch, best_actions, best_rows
from finaud.coach import Review, analyse, review
from finaud.records import Records, read_records, write_records
from finaud.series import Match, Simulation, arena, sim, strength

try:
    __version__ = _version("finaud")
except PackageNotFoundError:  # run from a folder that was never installed
    __version__ = "0"

#: Parts of the package that need a library of their own: imported when somebody asks for them.
_ON_DEMAND = ("cluster", "gym", "sb3", "spiel", "zoo")


def __getattr__(name: str) -> object:
    if name in _ON_DEMAND:
        return importlib.import_module(f"finaud.{name}")
    raise AttributeError(f"module 'finaud' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_ON_DEMAND])


__all__ = [
    "ACTION_SPACE_VERSION",
    "Batch",
    "Game",
    "Match",
    "Net",
    "Records",
    "Review",
    "Simulation",
    "State",
    "analyse",
    "arena",
    "best_actions",
    "best_rows",
    "bots",
    "fingerprint",
    "gallery",
    "games",
    "player_counts",
    "read_records",
    "read_seed",
    "review",
    "seed_in_series",
    "sim",
    "strength",
    "use_weights",
    "write_records",
]
