"""Beyond one machine: simulations, matches and the table of strength on a Ray cluster.

    import ray, finaud
    ray.init("auto")
    result = finaud.cluster.sim("tres-fute", "expert", games=1_000_000)

Work is cut by seed, so that the result is the same to the last digit on one core and on a hundred. A part whose worker or
machine is lost is played again by another; bots must not change what they play by what they remember.
"""

from __future__ import annotations

import sys
import time
from typing import Any, Callable, Sequence

import numpy as np
import ray

from finaud._finaud import Game, arena_part, games_per_deal, sim_part
from finaud.series import BotLike, Match, Simulation, _named, pairings

#: What is told of the progress: how many of how many games are done.
Progress = Callable[[int, int], None]


def show(done: int, whole: int) -> None:
    """Shows progress on the error stream, in a line that the next one writes over."""
    end = "\n" if done >= whole else ""
    print(f"\rfinaud: {done:,} of {whole:,} games", end=end, file=sys.stderr, flush=True)


def _cut(whole: int, part: int) -> list[tuple[int, int]]:
    """Where each part begins, and how long it is."""
    if whole < 1 or part < 1:
        raise ValueError("there must be something to play, in parts of one at least")
    return [(first, min(part, whole - first)) for first in range(0, whole, part)]


def _played(tasks: list[Any], sizes: list[int], progress: Progress | None) -> list[Any]:
    """What the tasks came to, in order, however they end."""
    whole, done = sum(sizes), 0
    size = dict(zip(tasks, sizes))
    waiting = list(tasks)
    told = 0.0
    while waiting:
        finished, waiting = ray.wait(waiting, num_returns=1, timeout=1.0)
        done += sum(size[task] for task in finished)
        if progress and (time.monotonic() - told > 0.2 or not waiting):
            told = time.monotonic()
            progress(done, whole)
    return ray.get(tasks)


# A part is lost with its worker or its machine: it is played again, as often as it takes.
@ray.remote(max_retries=-1)
def _sim_task(game: Game, bot: str, seed: int, first: int, games: int) -> Any:
    return sim_part(game, bot, seed, first, games)


@ray.remote(max_retries=-1)
def _arena_task(game: Game, bots: list[tuple[str, Any]], seed: int, first: int, deals: int) -> Any:
    return arena_part(game, bots, seed, first, deals)


def sim(
    game: Game | str,
    bot: str = "random",
    games: int = 10_000,
    *,
    seed: int = 1,
    part: int = 1000,
    progress: Progress | None = show,
) -> Simulation:
    """As `finaud.sim`, on all machines of the cluster; `part` games at a time."""
    game = game if isinstance(game, Game) else Game(game)
    cuts = _cut(games, part)
    tasks = [_sim_task.remote(game, bot, seed, first, many) for first, many in cuts]
    parts = _played(tasks, [many for _, many in cuts], progress)
    return Simulation(game, bot, seed, *(np.concatenate(columns) for columns in zip(*parts)))


def arena(
    game: Game | str,
    bots: Sequence[BotLike],
    games: int = 1000,
    *,
    players: int | None = None,
    seed: int = 1,
    part: int = 10,
    progress: Progress | None = show,
) -> Match:
    """As `finaud.arena`, on all machines of the cluster; `part` deals at a time."""
    named = _named(bots)
    game = game if isinstance(game, Game) else Game(game, players or len(named))
    per_deal = games_per_deal(game, len(named))
    deals = max(1, games // per_deal)
    return _match(game, named, seed, deals, per_deal, part, progress)


def _match(
    game: Game,
    named: list[tuple[str, Any]],
    seed: int,
    deals: int,
    per_deal: int,
    part: int,
    progress: Progress | None,
) -> Match:
    cuts = _cut(deals, part)
    tasks = [_arena_task.remote(game, named, seed, first, many) for first, many in cuts]
    parts = _played(tasks, [many * per_deal for _, many in cuts], progress)
    points, winners = (np.concatenate(columns) for columns in zip(*parts))
    return Match(game, [name for name, _ in named], seed, points, winners)


def strength(
    game: str | None = None,
    players: int | None = None,
    *,
    games: int = 2000,
    master_games: int = 200,
    seed: int = 2026,
    part: int = 10,
    progress: Progress | None = show,
) -> list[Match]:
    """As `finaud.strength`, on all machines of the cluster: all matches are played side by side."""
    lines = pairings(game, players, games=games, master_games=master_games)
    tasks: list[Any] = []
    sizes: list[int] = []
    spans = []
    for line in lines:
        named = _named([line.higher, line.lower])
        per_deal = games_per_deal(line.game, 2)
        cuts = _cut(line.deals, part)
        spans.append((len(tasks), len(cuts)))
        tasks += [_arena_task.remote(line.game, named, seed, first, many) for first, many in cuts]
        sizes += [many * per_deal for _, many in cuts]
    parts = _played(tasks, sizes, progress)
    matches = []
    for line, (first, many) in zip(lines, spans):
        points, winners = (np.concatenate(columns) for columns in zip(*parts[first : first + many]))
        matches.append(Match(line.game, [line.higher, line.lower], seed, points, winners))
    return matches
