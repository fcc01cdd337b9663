"""A random match: four players turn cards at random, one game after the other.

    python random_match.py [--game push] [--players 4] [--games 3]
"""

import argparse

import numpy as np

import finaud


def play(game: finaud.Game, seed: int, random: np.random.Generator) -> finaud.State:
    """One game, every legal action as likely as any other."""
    state = finaud.State(game, seed=seed)
    state.play_chance()
    while not state.is_terminal():
        state.apply(int(random.choice(state.legal_actions())))
        state.play_chance()
    return state


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="push")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=3)
    chosen = parser.parse_args()
    game = finaud.Game(chosen.game, chosen.players)
    random = np.random.default_rng(1)
    for seed in range(chosen.games):
        end = play(game, seed, random)
        winners = " and ".join(f"player {player}" for player in end.winners())
        print(f"{game.seed_string(seed)}: {end.points()} after {len(end.history)} events: {winners} won")
    print("\nHow the last one began:")
    for event in end.history[:8]:
        print("  " + event)


if __name__ == "__main__":
    main()
