"""A table of scores: every bot at every game alone, and how the scores of one game are spread.

    python score_table.py [--games 500] [--plot scores.svg]

The plot needs matplotlib; without it, or without --plot, the spread is drawn in text.
"""

import argparse

import numpy as np

import finaud

BOTS = ("random", "novice", "greedy", "club", "expert")


def table(games: int) -> dict[str, dict[str, np.ndarray]]:
    """The scores of every bot at every game that can be played alone."""
    scores: dict[str, dict[str, np.ndarray]] = {}
    for id in finaud.games():
        if finaud.player_counts(id)[0] == 1:
            scores[id] = {bot: finaud.sim(id, bot, games).scores[:, 0] for bot in BOTS}
    return scores


def draw_text(of_bots: dict[str, np.ndarray]) -> None:
    low = min(scores.min() for scores in of_bots.values())
    high = max(scores.max() for scores in of_bots.values())
    edges = np.linspace(low, high + 1, 41)
    for bot, scores in of_bots.items():
        counts = np.histogram(scores, edges)[0]
        levels = np.ceil(8 * counts / counts.max()).astype(int)
        print(f"{bot:>7} {int(low):4} {''.join(' ▁▂▃▄▅▆▇█'[level] for level in levels)} {int(high)}")


def draw_plot(of_bots: dict[str, np.ndarray], title: str, path: str) -> None:
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 4))
    for bot, scores in of_bots.items():
        axes.hist(scores, bins=40, density=True, histtype="step", label=bot)
    axes.set(title=title, xlabel="points", ylabel="share of the games")
    axes.legend()
    figure.savefig(path)
    print(f"drawn to {path}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--plot")
    chosen = parser.parse_args()
    scores = table(chosen.games)
    print("| game | " + " | ".join(BOTS) + " |\n|---" * 1 + "|---:" * len(BOTS) + "|")
    for id, of_bots in scores.items():
        cells = (f"{one.mean():.1f} ± {one.std():.1f}" for one in of_bots.values())
        print(f"| {finaud.Game(id).name} | " + " | ".join(cells) + " |")
    id, of_bots = next(iter(scores.items()))
    print()
    if chosen.plot:
        draw_plot(of_bots, finaud.Game(id).name, chosen.plot)
    else:
        draw_text(of_bots)


if __name__ == "__main__":
    main()
