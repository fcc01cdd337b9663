"""Many games at once: the same as one after the other, whatever the mode, the threads and the mistakes."""

import threading

import numpy as np
import pytest

import finaud
from conftest import TABLES


def follow(batch, random, steps):
    """Steps a batch with random legal actions and yields the actions after each step."""
    for _ in range(steps):
        offsets, numbers = batch.legal()
        counts = np.diff(offsets)
        assert (counts == batch.counts).all()
        actions = np.zeros(len(batch), np.int64)
        for index in np.flatnonzero(counts):
            actions[index] = numbers[offsets[index] + random.integers(counts[index])]
        batch.step(actions)
        yield actions


@TABLES
def test_a_batch_is_many_states(game, random):
    batch = finaud.Batch(game, 5, seed=3, reward="points", autoreset="disabled")
    batch.reset()
    states = [finaud.State(game, seed=int(seed)) for seed in batch.game_seeds()]
    for state in states:
        state.play_chance()
    told = np.zeros((5, game.players))
    start = np.array([state.points() for state in states])
    for _ in range(400):
        for index, state in enumerate(states):
            player = int(batch.to_move[index])
            assert state.is_terminal() or player == state.current_player()
            assert batch.counts[index] == len(state.legal_actions())
            assert (batch.masks[index] == (state.legal_mask() if not state.is_terminal() else 0)).all()
            assert (batch.observations[index] == state.observation(player)).all()
            assert batch.state(index) == state
        over = np.array([state.is_terminal() for state in states])
        if over.all():
            break
        if over.any():
            batch.reset(chosen=over)
            for index in np.flatnonzero(over):
                assert (told[index] == states[index].points() - start[index]).all()
                told[index] = 0
                states[index] = finaud.State(game, seed=int(batch.game_seeds()[index]))
                states[index].play_chance()
                start[index] = states[index].points()
            continue
        actions = np.array([random.choice(state.legal_actions()) for state in states])
        batch.step(actions)
        for state, action in zip(states, actions):
            state.apply(int(action))
            state.play_chance()
        told += batch.rewards


@pytest.mark.parametrize("autoreset", ["next_step", "same_step"])
@pytest.mark.parametrize("actions", ["number", "index"])
def test_threads_change_nothing(autoreset, actions):
    for id, players in [("tres-fute", 1), ("hyper-fute", 2), ("push", 4)]:
        game = finaud.Game(id, players)
        batches = [
            finaud.Batch(game, 37, seed=5, threads=threads, autoreset=autoreset, actions=actions) for threads in (1, 3)
        ]
        for batch in batches:
            batch.reset()
        for _ in range(150):
            chosen = [batch.sample() for batch in batches]
            assert (chosen[0] == chosen[1]).all()
            for batch in batches:
                batch.step(chosen[0])
            one, other = batches
            for name in ("observations", "masks", "counts", "rewards", "terminated", "to_move", "begun"):
                assert (getattr(one, name) == getattr(other, name)).all(), name
        one, other = (batch.afterstates("encoder", finaud.Net.built_in(game)) for batch in batches)
        assert one.keys() == other.keys()
        assert all((one[name] == other[name]).all() for name in one)


def test_a_game_meets_the_same_dice_in_any_batch():
    few, many = (finaud.Batch("tres-fute", size, seed=9) for size in (3, 50))
    few.reset(), many.reset()
    assert (few.observations == many.observations[:3]).all()
    assert len(set(many.game_seeds().tolist())) == 50
    own = np.arange(3, dtype=np.uint64)
    few.reset(seeds=own)
    assert (few.game_seeds() == own).all()


def test_indices_are_places_in_the_list_of_numbers(random):
    by_number, by_index = (
        finaud.Batch("melange-fute", 8, seed=2, actions=actions, autoreset="same_step") for actions in ("number", "index")
    )
    by_number.reset(), by_index.reset()
    assert by_index.width == finaud.Game("melange-fute").index_width < by_number.width
    for _ in range(200):
        places = (random.random(8) * by_index.counts).astype(np.int64)
        assert (by_index.masks.sum(axis=1) == by_index.counts).all()
        offsets, numbers = by_number.legal()
        by_number.step(numbers[offsets[:-1] + places])
        by_index.step(places)
        assert (by_number.observations == by_index.observations).all()
        assert (by_number.rewards == by_index.rewards).all()


def test_lists_are_never_longer_than_their_width():
    for id in finaud.games():
        fewest, _ = finaud.player_counts(id)
        game = finaud.Game(id, fewest)
        for bot in {"greedy", "club", "expert"} & set(game.bots()):
            batch = finaud.Batch(game, 32, actions="index", observation="none", masks=False)
            batch.reset()
            for _ in range(120):
                batch.step(batch.bot_actions(bot))
                assert batch.counts.max() <= game.index_width, (id, bot)


def test_modes_end_and_begin_as_they_say():
    modes = {mode: finaud.Batch("push", 4, seed=1, autoreset=mode) for mode in ("next_step", "same_step", "disabled")}
    for batch in modes.values():
        batch.reset()
    for _ in range(3000):
        actions = {mode: batch.sample() for mode, batch in modes.items()}
        late, same, never = modes["next_step"], modes["same_step"], modes["disabled"]
        late.step(actions["next_step"])
        same.step(actions["same_step"])
        if same.terminated.any():
            assert (same.begun == same.terminated).all()
            assert (same.counts > 0).all()
        over = late.counts == 0
        assert (late.terminated == over).all()
        if over.any():
            again = late.sample()
            late.step(again)
            assert (late.begun == over).all() and (late.rewards[over] == 0).all() and not late.terminated[over].any()
            break
    else:
        pytest.fail("no game ended")


def test_rewards_at_a_table_are_shares_of_the_victory():
    batch = finaud.Batch("tres-fute", 16, players=3, seed=4, autoreset="same_step")
    batch.reset()
    ended = 0
    while ended < 20:
        batch.step(batch.sample())
        assert (batch.rewards[~batch.terminated] == 0).all()
        assert np.allclose(batch.rewards[batch.terminated].sum(axis=1), 1)
        ended += int(batch.terminated.sum())


@TABLES
def test_afterstates_are_what_actions_lead_to(game, random):
    batch = finaud.Batch(game, 3, seed=6, autoreset="same_step")
    batch.reset()
    for _ in range(12):
        after = batch.afterstates("plain")
        inputs = batch.afterstates("encoder")
        offsets, numbers = batch.legal()
        assert (after["offsets"] == offsets).all() and (after["actions"] == numbers).all()
        for index in range(3):
            for place in range(offsets[index], offsets[index + 1]):
                state = batch.state(index)
                player = state.current_player()
                state.apply(int(numbers[place]))
                assert (after["observations"][place] == state.observation(player)).all()
                assert after["points"][place] == state.points()[player]
                assert after["over"][place] == state.is_terminal()
                row = slice(*inputs["row_offsets"][place : place + 2])
                dense = np.zeros(len(game.columns("encoder")), np.float32)
                np.add.at(dense, inputs["indices"][row], inputs["values_of_inputs"][row])
                assert (dense == state.observation(player, "encoder")).all()
        batch.step(batch.sample())


@TABLES
def test_the_net_is_what_expert_plays_by(game):
    batch = finaud.Batch(game, 6, seed=8, autoreset="same_step")
    batch.reset()
    net = finaud.Net.built_in(game)
    same = finaud.Net.from_arrays(game, net.arrays())
    agree = 0
    for _ in range(15):
        values = batch.values()
        assert (values["values"] == batch.values(same)["values"]).all()
        chosen = finaud.best_actions(values, values["values"])
        expert = batch.bot_actions("expert")
        agree += int((chosen == expert).sum())
        batch.step(expert)
    # At a table `expert` of the dice games plays for the victory, not for points.
    assert agree == 90 if game.players == 1 or game.id == "push" else agree > 40


def test_values_can_be_worked_out_by_hand():
    game = finaud.Game("tres-fute")
    batch = finaud.Batch(game, 4, seed=3)
    batch.reset()
    net = finaud.Net.built_in(game)
    inputs, first, second, outputs = net.widths
    w = net.arrays()
    after = batch.afterstates("encoder", net)
    dense = np.zeros((len(after["actions"]), inputs), np.float32)
    rows = np.repeat(np.arange(len(dense)), np.diff(after["row_offsets"]))
    np.add.at(dense, (rows, after["indices"]), after["values_of_inputs"])
    hidden = np.maximum(dense @ w["first"].reshape(inputs, first) + w["first_bias"], 0)
    hidden = np.maximum(hidden @ w["second"].reshape(first, second) + w["second_bias"], 0)
    value = (hidden @ w["last"].reshape(second, outputs) + w["last_bias"])[:, 0] * 32 + after["points"]
    assert np.allclose(value, after["values"], atol=0.05)


def test_bots_can_sit_in_the_other_seats():
    batch = finaud.Batch("push", 20, players=3, seed=2, opponents=[None, "club", "random"], autoreset="same_step")
    batch.reset()
    for _ in range(300):
        assert (batch.to_move == 0).all()
        batch.step(batch.sample())


def test_a_state_can_be_put_into_a_batch():
    batch = finaud.Batch("tres-fute", 2, seed=1)
    batch.reset()
    state = finaud.State.from_text("tres-fute phase=rolled pool=W4,Y3,B2,G6,O1,V5 / violet=2,3 reroll=1", seed=5)
    batch.set_state(1, state)
    assert batch.state(1) == state and batch.counts[0] != 0
    assert batch.legal()[1].tolist()[-len(state.legal_actions()) :] == state.legal_actions()
    with pytest.raises(ValueError, match="another game"):
        batch.set_state(0, finaud.State("push"))
    with pytest.raises(TypeError, match="State"):
        batch.set_state(0, "tres-fute")
    with pytest.raises(IndexError, match="no game 2"):
        batch.state(2)


def fresh(**options):
    batch = finaud.Batch("tres-fute", 8, seed=1, **options)
    batch.reset()
    return batch


def arrays_of(batch):
    return {name: None if array is None else array.copy() for name, array in batch._arrays.items()}


@pytest.mark.parametrize(
    "wrong, kind, why",
    [
        (lambda legal: legal[:4], ValueError, r"shape \(8,\), not int64 of shape \(4,\)"),
        (lambda legal: legal.reshape(8, 1), TypeError, r"shape \(8, 1\)"),
        (lambda legal: legal.astype(np.float64), TypeError, "int64.*not float64"),
        (lambda legal: legal.astype(np.uint8), TypeError, "not uint8"),
        (lambda legal: None, TypeError, "not NoneType"),
        (lambda legal: "01234567", TypeError, "not str"),
        (lambda legal: ["a"] * 8, TypeError, "not list"),
        (lambda legal: np.where(np.arange(8) == 5, 10_000, legal), ValueError, "action 10000 is not legal in game 5"),
        (lambda legal: np.where(np.arange(8) == 5, -1, legal), ValueError, "action -1 is not legal in game 5"),
        (lambda legal: np.where(np.arange(8) == 5, 2**62, legal), ValueError, "is not legal in game 5; nothing was changed"),
    ],
)
def test_wrong_actions_are_told_and_no_game_moves(wrong, kind, why):
    batch = fresh()
    before = [batch.state(index) for index in range(8)]
    arrays = arrays_of(batch)
    with pytest.raises(kind, match=why):
        batch.step(wrong(batch.sample()))
    assert [batch.state(index) for index in range(8)] == before
    assert all((arrays[name] == array).all() for name, array in batch._arrays.items() if array is not None)
    batch.step(batch.sample())


@pytest.mark.parametrize(
    "name, array, kind, why",
    [
        ("observations", np.zeros((8, 3), np.int16), ValueError, "`observations`"),
        ("observations", np.zeros((8, 126), np.float32), TypeError, "int16"),
        ("observations", np.zeros((8, 252), np.int16)[:, ::2], ValueError, "contiguous"),
        ("masks", np.zeros((8, 270), np.bool_), TypeError, "int8.*not bool"),
        ("masks", np.zeros((270, 8), np.int8), ValueError, "`masks`"),
        ("rewards", np.zeros(8, np.float32), TypeError, "`rewards`"),
        ("rewards", None, ValueError, "missing"),
        ("terminated", np.zeros(8, np.int8), TypeError, "bool"),
        ("counts", [0] * 8, TypeError, "not list"),
        ("surprises", np.zeros(8), ValueError, "no array `surprises`"),
    ],
)
def test_wrong_buffers_are_told_and_no_game_moves(name, array, kind, why):
    batch = fresh()
    before = [batch.state(index) for index in range(8)]
    arrays = {**arrays_of(batch), name: array}
    with pytest.raises(kind, match=why):
        batch.step_into(batch.sample(), arrays)
    assert [batch.state(index) for index in range(8)] == before


def test_buffers_that_cannot_be_written_or_come_twice_are_told():
    batch = fresh()
    arrays = arrays_of(batch)
    arrays["counts"].flags.writeable = False
    with pytest.raises(ValueError, match="`counts`.*can be written"):
        batch.step_into(batch.sample(), arrays)
    arrays = arrays_of(batch)
    arrays["illegal"] = arrays["terminated"]
    with pytest.raises(ValueError, match="given once"):
        batch.step_into(batch.sample(), arrays)


def test_results_go_into_the_buffers_that_are_given():
    one, other = fresh(), fresh()
    arrays = arrays_of(other)
    actions = one.sample()
    one.step(actions)
    other.step_into(actions, arrays)
    assert all((arrays[name] == array).all() for name, array in one._arrays.items() if array is not None)


@pytest.mark.parametrize(
    "wrong, kind, why",
    [
        (lambda: finaud.Batch("tres-fute", 0), ValueError, "1 to"),
        (lambda: finaud.Batch("tres-fute", -1), OverflowError, "negative"),
        (lambda: finaud.Batch("tres-fute", 4, threads=0), ValueError, "threads"),
        (lambda: finaud.Batch("tres-fute", 4, seed=-1), ValueError, "2\\*\\*64"),
        (lambda: finaud.Batch("tres-fute", 4, seed=1.5), ValueError, "2\\*\\*64"),
        (lambda: finaud.Batch("tres-fute", 4, actions="words"), ValueError, '"number" or "index"'),
        (lambda: finaud.Batch("tres-fute", 4, reward="fun"), ValueError, '"points"'),
        (lambda: finaud.Batch("tres-fute", 4, illegal="allow"), ValueError, '"raise"'),
        (lambda: finaud.Batch("tres-fute", 4, autoreset="maybe"), ValueError, '"next_step"'),
        (lambda: finaud.Batch("tres-fute", 4, observation="pixels"), ValueError, "no observation `pixels`"),
        (lambda: finaud.Batch("tres-fute", 4, players=2, opponents=["expert"]), ValueError, "2 players"),
        (lambda: finaud.Batch("tres-fute", 4, players=2, opponents=["expert"] * 2), ValueError, "yours"),
        (lambda: finaud.Batch("push", 4, players=2, opponents=[None, "greedy"]), ValueError, "does not play"),
        (lambda: finaud.Batch("tres-fute", 4, players=2, opponents=[None, "gredy"]), ValueError, "did you mean"),
        (lambda: finaud.Batch("tres-fute", 4, players=2, opponents="expert"), TypeError, "list"),
        (lambda: fresh().reset(seeds=np.zeros(8)), TypeError, "uint64"),
        (lambda: fresh().reset(seeds=np.zeros(3, np.uint64)), ValueError, "seeds"),
        (lambda: fresh().reset(chosen=np.zeros(8)), TypeError, "bool"),
        (lambda: fresh().values(finaud.Net.built_in(finaud.Game("push"))), ValueError, "another game"),
        (lambda: finaud.Net.from_arrays(finaud.Game("push"), {}), ValueError, "`first`"),
        (lambda: finaud.Net.load("pyproject.toml", finaud.Game("push")), (ValueError, OSError), "pyproject.toml cannot be"),
        (lambda: finaud.best_actions(fresh().afterstates("none"), np.zeros(3)), ValueError, "shape"),
        (lambda: finaud.best_actions(fresh().values(), fresh().values()["values"] * np.nan), ValueError, "NaN"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(wrong, kind, why):
    with pytest.raises(kind, match=why):
        wrong()


def test_a_game_that_is_over_waits_to_be_begun():
    batch = finaud.Batch("tres-fute", 2, seed=1, autoreset="disabled")
    with pytest.raises(ValueError, match="game 0 is over"):
        batch.step(np.zeros(2, np.int64))
    batch.reset()
    batch.end(np.array([False, True]))
    with pytest.raises(ValueError, match="game 1 is over: begin it anew"):
        batch.step(batch.sample())


def test_illegal_actions_can_be_ignored_or_end_the_game():
    batch = fresh(illegal="ignore")
    before = batch.state(0)
    batch.step(np.full(8, 269))
    assert batch.illegal_actions.all() and batch.state(0) == before and not batch.terminated.any()
    batch = fresh(illegal="terminate")
    batch.step(np.full(8, 269))
    assert batch.illegal_actions.all() and batch.terminated.all() and (batch.rewards == -1).all()


def test_two_threads_in_one_batch_are_refused_not_raced():
    batch = finaud.Batch("tres-fute", 20_000, seed=1, observation="none", masks=False)
    batch.reset()
    actions = batch.sample()
    arrays = [arrays_of(batch) for _ in range(6)]
    barrier = threading.Barrier(6)
    refused, passed, strange = [], [], []

    def work(mine):
        barrier.wait()
        try:
            batch.step_into(actions, mine)
            passed.append(1)
        except RuntimeError as error:
            refused.append(str(error))
        except ValueError as error:  # came late: the games have moved on, and the old actions are not legal any more
            passed.append(str(error))
        except BaseException as error:
            strange.append(error)

    threads = [threading.Thread(target=work, args=(mine,)) for mine in arrays]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not strange and passed
    assert all("one thread at a time" in text for text in refused)
    batch.step(batch.sample())
