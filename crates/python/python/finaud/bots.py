"""The bots: `random`, `novice`, `greedy`, `club`, `expert`, `master`, weakest first."""

from __future__ import annotations

from typing import Callable

from finaud._finaud import Game, State, bot_names

#: Anything that is shown a state and answers with the number of a legal action.
BotFunction = Callable[[State], int]


def names(game: Game | None = None) -> list[str]:
    """The names of all bots, or of those that can play a game, weakest first."""
    return bot_names() if game is None else game.bots()


class Bot:
    """A bot that plays one game after the other.

    Args:
        name: which one; `finaud.bots.names()` lists them.
        seed: where it draws from. The same seed and the same states give the same choices.
    """

    def __init__(self, name: str, seed: int = 0):
        if name not in bot_names():
            raise ValueError(f"there is no bot {name!r}; there are {', '.join(bot_names())}")
        self.name = name
        self.seed = seed
        self._choices = 0

    def __call__(self, state: State) -> int:
        """The number of the action it chooses for the player who is to choose."""
        self._choices += 1
        return state.bot_action(self.name, None, (self.seed + self._choices * 0x9E3779B97F4A7C15) % 2**64)

    def __repr__(self) -> str:
        return f"finaud.bots.Bot({self.name!r}, seed={self.seed})"


def play(state: State, players: list[BotFunction]) -> State:
    """Plays a seeded state to its end, a bot for each player; the state itself is changed, and returned."""
    if len(players) != state.game.players:
        raise ValueError(f"{state.game.players} play, and there are bots for {len(players)}")
    state.play_chance()
    while not state.is_terminal():
        player = state.current_player()
        state.apply(players[player](state), player)
        state.play_chance()
    return state
