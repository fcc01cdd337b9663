"""OpenSpiel games: one for each built-in game and each sheet of the gallery, registered when this module is imported.

    import finaud.spiel
    import pyspiel
    game = pyspiel.load_game("finaud_tres_fute(players=2)")

Dice are rolled one by one, six outcomes each: a node with 46,656 outcomes would help nobody. Where several players may
choose at the same time, they do so in the order of their seats. Whoever plays alone gets the final score; at a table,
everybody gets the share of the victory.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

import finaud

#: The most outcomes of one chance node: a card is one of 32, dice are sorted in 120 ways at most.
MAX_CHANCE_OUTCOMES = 128
#: More choices, or more rolls, than any game comes to.
MAX_GAME_LENGTH = 2000
#: More points than anybody can have at a sheet, and less.
MAX_POINTS = 32_767


def short_name(game: str) -> str:
    """The name under which OpenSpiel knows a game: `finaud_tres_fute`."""
    return "finaud_" + game.replace("-", "_")


class FinaudGame(pyspiel.Game):
    """A game of ours as OpenSpiel sees it."""

    def __init__(self, id: str, params: dict[str, Any] | None = None):
        params = dict(params or {})
        players = int(params.get("players", finaud.player_counts(id)[0]))
        variant = str(params.get("variant", ""))
        self.finaud_game = finaud.Game(id, players, variant=variant or None)
        alone = players == 1
        info = pyspiel.GameInfo(
            num_distinct_actions=self.finaud_game.num_actions,
            max_chance_outcomes=MAX_CHANCE_OUTCOMES,
            num_players=players,
            min_utility=-float(MAX_POINTS) if alone else 0.0,
            max_utility=float(MAX_POINTS) if alone else 1.0,
            utility_sum=None if alone else 1.0,
            max_game_length=MAX_GAME_LENGTH,
        )
        super().__init__(_type(id, alone), info, params)

    def new_initial_state(self) -> "FinaudState":
        return FinaudState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "FinaudObserver":
        return FinaudObserver(self.finaud_game)


class FinaudState(pyspiel.State):
    """A state as OpenSpiel sees it: a roll in progress is a chance node for each die."""

    def __init__(self, game: FinaudGame):
        super().__init__(game)
        self.finaud_state = finaud.State(game.finaud_game)
        #: The faces, less one, of the dice of a roll that were rolled already.
        self._rolled: list[int] = []

    def current_player(self) -> int:
        return self.finaud_state.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return self.finaud_state.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.finaud_state.dice_to_roll():
            return [(face, 1 / 6) for face in range(6)]
        return self.finaud_state.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        state = self.finaud_state
        if not state.is_chance():
            state.apply(action)
            return
        dice = state.dice_to_roll()
        if not dice:
            state.apply_chance(action)
            return
        self._rolled.append(action)
        if len(self._rolled) == dice:
            state.apply_chance(sum(face * 6**place for place, face in enumerate(self._rolled)))
            self._rolled = []

    def _action_to_string(self, player: int, action: int) -> str:
        state = self.finaud_state
        if player != pyspiel.PlayerId.CHANCE:
            return state.game.action_text(action)
        return str(action + 1) if state.dice_to_roll() else state.chance_text(action)

    def is_terminal(self) -> bool:
        return self.finaud_state.is_terminal()

    def returns(self) -> list[float]:
        return self.finaud_state.returns()

    def __str__(self) -> str:
        rolled = "".join(str(face + 1) for face in self._rolled)
        return self.finaud_state.to_text() + (f" [rolling {rolled}]" if rolled else "")


class FinaudObserver:
    """What a player sees, as OpenSpiel wants it: the plain observation as numbers, the position as text."""

    def __init__(self, game: finaud.Game):
        columns = len(game.columns("plain"))
        self.tensor = np.zeros(columns, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: FinaudState, player: int) -> None:
        self.tensor[:] = state.finaud_state.observation(max(player, 0))

    def string_from(self, state: FinaudState, player: int) -> str:
        return f"{player}: {state}"


def _type(id: str, alone: bool) -> Any:
    fewest, most = finaud.player_counts(id)
    parameters: dict[str, Any] = {"players": fewest}
    if _has_variants(id):
        parameters["variant"] = "standard"
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=short_name(id),
        long_name=finaud.Game(id, fewest).name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=utility.GENERAL_SUM if alone else utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


def _has_variants(id: str) -> bool:
    try:
        finaud.Game(id, variant="standard")
    except ValueError:
        return False
    return True


def _register(id: str) -> None:
    class Registered(FinaudGame):
        def __init__(self, params: dict[str, Any] | None = None):
            super().__init__(id, params)

    pyspiel.register_game(_type(id, finaud.player_counts(id)[0] == 1), Registered)


def register_games() -> None:
    """Registers the built-in games and the sheets of the gallery; done once, when this module is imported."""
    known = pyspiel.registered_names()
    for id in [*finaud.games(), *finaud.gallery()]:
        if short_name(id) not in known:
            _register(id)


register_games()
