"""Series of games: simulations, duplicate matches and the table of strength.

The games and their seeds are those of `finaud sim`, `finaud arena` and `finaud strength`, so the same figures come out. A series
can be cut into parts that are played anywhere and in any order: `finaud.cluster` does so.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Sequence

import numpy as np

from finaud._finaud import Game, State, arena_part, arena_report, games_per_deal, player_counts, sim_part
from finaud._finaud import games as game_ids

#: The levels of the table of strength, weakest first.
LEVELS = ("random", "novice", "club", "expert", "master")

BotLike = str | tuple[str, Callable[[State], int]] | Callable[[State], int]


def _percentile(sorted_scores: np.ndarray, percent: int) -> int:
    """The least score that at least so many percent do not exceed."""
    rank = max(1, -(-len(sorted_scores) * percent // 100))
    return int(sorted_scores[rank - 1])


@dataclass
class Simulation:
    """Games of one bot with itself.

    Attributes:
        scores: (games, players), int32, in the order of the series.
        winners: (games,), uint8: a bit for each winner.
        decisions: (games,), int64: how many choices each game took.
    """

    game: Game
    bot: str
    seed: int
    scores: np.ndarray
    winners: np.ndarray
    decisions: np.ndarray

    def __len__(self) -> int:
        return len(self.scores)

    def report(self) -> dict[str, Any]:
        """The figures that `finaud sim --json` prints of the scores, to the last digit."""
        scores = np.sort(self.scores, axis=None).astype(np.int64)
        many = len(scores)
        # Whole numbers as far as possible: neither order nor number costs precision.
        total, squares = int(scores.sum()), int((scores * scores).sum())
        spread = squares * many - total * total
        sd = math.sqrt(spread / many / (many - 1)) if many > 1 else 0.0
        report: dict[str, Any] = {
            "game": self.game.id,
            "players": self.game.players,
            "bot": self.bot,
            "games": len(self),
            "seed": self.seed,
            "mean": total / many,
            "sd": sd,
            "standard_error": sd / math.sqrt(len(self)),
            "min": int(scores[0]),
            "p10": _percentile(scores, 10),
            "median": _percentile(scores, 50),
            "p90": _percentile(scores, 90),
            "max": int(scores[-1]),
            "rulings": self.game.options,
        }
        if self.game.players > 1:
            bits = (self.winners[:, None] >> np.arange(self.game.players)) & 1
            shares = (840 // bits.sum(axis=1, dtype=np.int64))[:, None] * bits
            wins = shares.sum(axis=0) / 840
            report["wins"] = wins.tolist()
            report["win_shares"] = (wins / len(self)).tolist()
            report["seats"] = (self.scores.sum(axis=0, dtype=np.int64) / len(self)).tolist()
        return report


def sim(
    game: Game | str, bot: str = "random", games: int = 10_000, *, seed: int = 1, first: int = 0, threads: int = 1
) -> Simulation:
    """Plays many games of one bot with itself; those from `first` on, if this is a part of a series."""
    game = game if isinstance(game, Game) else Game(game)
    return Simulation(game, bot, seed, *sim_part(game, bot, seed, first, games, threads))


def _named(bots: Iterable[BotLike]) -> list[tuple[str, Any]]:
    """Who takes part: names of bots, callables, or pairs of a name and a callable."""
    named: list[tuple[str, Any]] = []
    for bot in bots:
        if isinstance(bot, str):
            named.append((bot, None))
        elif isinstance(bot, tuple):
            named.append((bot[0], bot[1]))
        elif callable(bot):
            named.append((getattr(bot, "__name__", type(bot).__name__), bot))
        else:
            raise TypeError(f"a bot is a name or a callable, not {type(bot).__name__}")
    names = [name for name, _ in named]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"`{name}` is named twice; with more players than bots, they take several seats")
    return named


@dataclass
class Match:
    """A duplicate match: every deal is played in every seating, so that neither luck nor the seat favours anybody.

    Attributes:
        points: (deals, seatings, players), int32.
        winners: (deals, seatings), uint8: a bit for each winner.
    """

    game: Game
    bots: list[str]
    seed: int
    points: np.ndarray
    winners: np.ndarray

    def __len__(self) -> int:
        return len(self.points)

    def report(self) -> dict[str, Any]:
        """The figures of `finaud arena --json` but for times, and margins: means, intervals over deals, paired differences."""
        report = json.loads(arena_report(self.game, self.bots, self.points, self.winners))
        report["seed"] = self.seed
        return report


def arena(
    game: Game | str,
    bots: Sequence[BotLike],
    games: int = 1000,
    *,
    players: int | None = None,
    seed: int = 1,
    threads: int = 1,
) -> Match:
    """Compares bots on the same dice and cards in every seat.

    Args:
        game: a `Game`, or the id of one for so many players as there are bots.
        bots: names of built-in bots, callables that are shown a state and answer with an action, or pairs of a name and one.
            What a bot remembers of earlier games must not change what it plays.
        games: how many games are played at most; a deal is played in every seating or not at all, and at least one is.
        players: how many sit at the table; with 1, each bot plays alone.
        seed: names the series of deals.
    """
    named = _named(bots)
    game = game if isinstance(game, Game) else Game(game, players or len(named))
    deals = max(1, games // games_per_deal(game, len(named)))
    points, winners = arena_part(game, named, seed, 0, deals, threads)
    return Match(game, [name for name, _ in named], seed, points, winners)


@dataclass
class Pairing:
    """A line of the table of strength: a level against the next lower one."""

    game: Game
    higher: str
    lower: str
    deals: int


def pairings(
    game: str | None = None, players: int | None = None, *, games: int = 2000, master_games: int = 200
) -> list[Pairing]:
    """The matches of `finaud strength`, in its order."""
    found = []
    for id in [game] if game else game_ids():
        fewest, most = player_counts(id)
        choices: list[dict[str, Any]] = [{}]
        try:
            Game(id, fewest, variant="risk")
            choices.append({"variant": "risk"})
        except ValueError:
            pass
        for rules in choices:
            for count in range(fewest, most + 1):
                if players not in (None, count):
                    continue
                table = Game(id, count, **rules)
                for lower, higher in zip(LEVELS, LEVELS[1:]):
                    wanted = master_games if higher == "master" else games
                    found.append(Pairing(table, higher, lower, max(2, wanted // games_per_deal(table, 2))))
    return found


def strength_line(match: Match) -> str:
    """A line of the table, as `finaud strength` prints it, but for the time of a choice."""
    report = match.report()
    one, other = report["bots"]

    def around(mean: float, margin: float | None, scale: float = 1.0, unit: str = "") -> str:
        return f"{scale * mean:.1f}{unit} ± {scale * (math.nan if margin is None else margin):.1f}"

    variant = match.game.options.get("variant")
    name = match.game.name + (f", {variant}" if variant else "")
    return (
        f"| {name} | {match.game.players} | `{one['bot']}` | {around(one['mean'], one['mean_margin'])} "
        f"| `{other['bot']}` | {around(other['mean'], other['mean_margin'])} "
        f"| {around(one['win_share'], one['win_share_margin'], 100, ' %')} | {report['games']} |"
    )


STRENGTH_HEAD = (
    "| game | players | level | points | against | points | wins, fair 50 % | games |\n|---|---|---|---|---|---|---|---|"
)


def strength(
    game: str | None = None,
    players: int | None = None,
    *,
    games: int = 2000,
    master_games: int = 200,
    seed: int = 2026,
    threads: int = 1,
) -> list[Match]:
    """Every level against the next lower one, at every game and number of players."""
    matches = []
    for pairing in pairings(game, players, games=games, master_games=master_games):
        named = _named([pairing.higher, pairing.lower])
        points, winners = arena_part(pairing.game, named, seed, 0, pairing.deals, threads)
        matches.append(Match(pairing.game, [pairing.higher, pairing.lower], seed, points, winners))
    return matches
