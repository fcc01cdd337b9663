"""How fast the environments are: `python -m finaud.bench`.

A step is one decision with the chance that follows it. Choosing is counted: a random legal action, drawn with NumPy. Every step
writes an observation and a mask for every game. Seconds are those of the processor, so other programs matter little.

Other libraries are measured the same way where they are installed: Pgx and EnvPool in their own loops, OpenSpiel in Python.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
import time
from typing import Any, Callable, Iterator

# One core for everybody, before any library starts its threads.
for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")
os.environ.setdefault(
    "XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1 --xla_force_host_platform_device_count=1"
)

import numpy as np

import finaud

#: A row of the table: what, how, steps per CPU second.
Row = tuple[str, str, float]


def measured(steps: Callable[[], int], seconds: float) -> float:
    """Steps per CPU second; the first call is not counted."""
    steps()
    done = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        done += steps()
    return done / spent


def batch_steps(
    game: finaud.Game, num_games: int, actions: str, *, observation: str = "plain", threads: int = 1
) -> Callable[[], int]:
    """Random legal steps of a batch, with observation and mask; answers with the decisions that were made."""
    batch = finaud.Batch(game, num_games, actions=actions, observation=observation, seed=1, threads=threads)
    batch.reset()
    random = np.random.default_rng(1)

    def steps() -> int:
        made = 0
        for _ in range(16):
            index = (random.random(num_games, dtype=np.float32) * batch.counts).astype(np.int64)
            if actions == "number":
                offsets, numbers = batch.legal()
                # A game that is over has no legal action, and ignores the one it gets.
                index = numbers[np.minimum(offsets[:-1] + index, len(numbers) - 1)]
            batch.step(index)
            made += num_games - int(np.count_nonzero(batch.begun))
        return made

    return steps


def vector_steps(game: finaud.Game, num_games: int, actions: str) -> Callable[[], int]:
    """The same through Gymnasium's vector environment."""
    from finaud.gym import FinaudVectorEnv

    envs = FinaudVectorEnv(game, num_games, actions=actions, copy=False)
    _, infos = envs.reset(seed=1)
    random = np.random.default_rng(1)

    def steps() -> int:
        nonlocal infos
        made = 0
        for _ in range(16):
            index = (random.random(num_games, dtype=np.float32) * infos["num_legal"]).astype(np.int64)
            if actions == "number":
                offsets, numbers = envs._batch.legal()
                index = numbers[np.minimum(offsets[:-1] + index, len(numbers) - 1)]
            _, _, _, _, infos = envs.step(index)
            made += num_games - int(np.count_nonzero(envs._batch.begun))
        return made

    return steps


def own_rows(num_games: int, seconds: float) -> Iterator[Row]:
    """Every built-in game, alone, or for four where nobody can play alone."""
    for id in finaud.games():
        fewest, most = finaud.player_counts(id)
        game = finaud.Game(id, 1 if fewest == 1 else min(4, most))
        name = f"finaud {id}, {game.players} {'player' if game.players == 1 else 'players'}"
        for actions in ("number", "index"):
            width = game.num_actions if actions == "number" else game.index_width
            how = f"Batch of {num_games}, {actions}, mask of {width}"
            yield name, how, measured(batch_steps(game, num_games, actions), seconds)
        if importlib.util.find_spec("gymnasium") and game.players == 1:
            how = f"gym vector of {num_games}, index"
            yield name, how, measured(vector_steps(game, num_games, "index"), seconds)
        yield name, "State, one game", measured(state_steps(game), seconds)


def state_steps(game: finaud.Game) -> Callable[[], int]:
    """Random games of single states."""
    random = np.random.default_rng(1)

    def steps() -> int:
        state = finaud.State(game, seed=int(random.integers(2**63)))
        state.play_chance()
        made = 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply(legal[int(random.integers(len(legal)))])
            state.play_chance()
            made += 1
        return made

    return steps


def pgx_rows(num_games: int, seconds: float) -> Iterator[Row]:
    """Pgx: choosing and beginning anew inside one compiled loop, as its authors measure it."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    for name in ("tic_tac_toe", "2048", "backgammon"):
        env = pgx.make(name)
        step = jax.vmap(auto_reset(env.step, env.init))

        def one(carry: Any, _: Any, step: Any = step) -> tuple[Any, None]:
            state, key = carry
            key, choose, move = jax.random.split(key, 3)
            logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
            action = jax.random.categorical(choose, logits, axis=-1)
            return (step(state, action, jax.random.split(move, num_games)), key), None

        loop = jax.jit(lambda carry, one=one: jax.lax.scan(one, carry, None, length=32)[0])
        key = jax.random.PRNGKey(0)
        carry = (jax.jit(jax.vmap(env.init))(jax.random.split(key, num_games)), key)

        def steps() -> int:
            nonlocal carry
            carry = jax.block_until_ready(loop(carry))
            return 32 * num_games

        yield f"pgx {name}", f"compiled loop, {num_games} games", measured(steps, seconds)


def envpool_rows(num_games: int, seconds: float) -> Iterator[Row]:
    """EnvPool: its C++ versions of the Pgx games, one worker thread, masked choices with NumPy."""
    import envpool

    many = min(num_games, 256)
    wanted = ("tictactoe", "2048", "backgammon")
    for task in envpool.list_all_envs():
        plain = task.lower().replace("_", "").replace("-", "")
        if not any(name in plain for name in wanted):
            continue
        envs = envpool.make(task, env_type="gymnasium", num_envs=many, num_threads=1, seed=1)
        _, info = envs.reset()
        if "legal_action_mask" not in info:
            continue
        random = np.random.default_rng(1)

        def steps() -> int:
            nonlocal info
            for _ in range(16):
                mask = np.asarray(info["legal_action_mask"]).reshape(many, -1)
                action = (random.random(mask.shape, dtype=np.float32) * mask).argmax(axis=1).astype(np.int32)
                info = envs.step(action)[4]
            return 16 * many

        yield f"envpool {task}", f"{many} games", measured(steps, seconds)


def spiel_rows(num_games: int, seconds: float) -> Iterator[Row]:
    """OpenSpiel: a loop in Python over `apply_action`."""
    import pyspiel

    for name in ("pig", "2048", "backgammon", "yacht"):
        if name not in pyspiel.registered_names():
            continue
        game = pyspiel.load_game(name)
        random = np.random.default_rng(1)

        def steps() -> int:
            state, made = game.new_initial_state(), 0
            while not state.is_terminal() and made < 2000:
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes())
                    state.apply_action(outcomes[int(np.searchsorted(np.cumsum(chances), random.random()))])
                    continue
                legal = state.legal_actions()
                state.apply_action(legal[int(random.integers(len(legal)))])
                made += 1
            return made

        yield f"open_spiel {name}", "loop in Python", measured(steps, seconds)


OTHERS = {"pgx": pgx_rows, "envpool": envpool_rows, "pyspiel": spiel_rows}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m finaud.bench", description="Steps per CPU second on one core.")
    parser.add_argument("--games", type=int, default=1024, help="how many games are played at once (1024)")
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU seconds for each line (3)")
    parser.add_argument("--own", action="store_true", help="leave out the other libraries")
    chosen = parser.parse_args(arguments)
    if chosen.games < 1 or chosen.seconds <= 0:
        parser.error("games and seconds must be more than nothing")
    print("Steps per CPU second on one core, with observation and mask, the choosing counted.\n")
    print("| what | how | million steps/s |\n|---|---|---:|")

    def tell(rows: Iterator[Row]) -> None:
        for what, how, speed in rows:
            print(f"| {what} | {how} | {speed / 1e6:.4f} |", flush=True)

    tell(own_rows(chosen.games, chosen.seconds))
    for module, rows in OTHERS.items():
        if chosen.own:
            break
        if importlib.util.find_spec(module) is None:
            print(f"| {module} | not installed | – |")
            continue
        try:
            tell(rows(chosen.games, chosen.seconds))
        except Exception as error:  # another library's trouble is not ours
            print(f"| {module} | failed: {type(error).__name__}: {str(error)[:80]} | – |")
            print(f"{module}: {error}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
