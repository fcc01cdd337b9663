"""OpenSpiel: its own random simulation, which serialises at every step."""

import pytest

import finaud
from conftest import TABLES

pyspiel = pytest.importorskip("pyspiel")

from finaud import spiel  # noqa: E402


@TABLES
def test_random_simulations(game):
    known = pyspiel.load_game(f"{spiel.short_name(game.id)}(players={game.players})")
    pyspiel.random_sim_test(known, num_sims=1, serialize=game.players < 3, verbose=False)


@pytest.mark.parametrize("id", finaud.gallery())
def test_sheets_of_the_gallery_are_registered(id):
    pyspiel.random_sim_test(pyspiel.load_game(spiel.short_name(id)), num_sims=1, serialize=True, verbose=False)


def test_dice_are_rolled_one_by_one():
    game = pyspiel.load_game("finaud_tres_fute")
    state = game.new_initial_state()
    for face in range(6):
        assert state.is_chance_node() and len(state.chance_outcomes()) == 6
        assert state.action_to_string(state.current_player(), face) == str(face + 1)
        assert state.finaud_state.history == []
        state.apply_action(face)
    assert state.finaud_state.history == ["W1 Y2 B3 G4 O5 V6"]
    assert state.current_player() == 0
    assert state.legal_actions() == sorted(state.legal_actions())
    assert "yellow" in state.action_to_string(0, state.legal_actions()[1])


def test_variants_and_returns():
    game = pyspiel.load_game("finaud_push(players=3,variant=risk)")
    assert game.finaud_game.options == {"variant": "risk"} and game.num_players() == 3
    assert (game.min_utility(), game.max_utility()) == (0, 1)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        else:
            state.apply_action(state.legal_actions()[0])
    assert sum(state.returns()) == pytest.approx(1)
    with pytest.raises(Exception, match="9"):
        pyspiel.load_game("finaud_push(players=9)")


def test_observations_are_the_plain_ones():
    game = pyspiel.load_game("finaud_push(players=2)")
    state = game.new_initial_state()
    observer = game.make_py_observer()
    observer.set_from(state, 1)
    assert (observer.tensor == finaud.State("push", 2).observation(1)).all()
    assert observer.string_from(state, 1).startswith("1: push")


def test_openspiels_own_search_plays_it():
    from open_spiel.python.algorithms import mcts

    import numpy as np

    game = pyspiel.load_game("finaud_push(players=2)")
    random = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.0, 4, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    state = game.new_initial_state()
    for _ in range(4):
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
