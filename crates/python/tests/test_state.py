"""One game: explicit chance, legal actions, apply, clone, undo, texts, hashes."""

import copy
import json
import pickle

import numpy as np
import pytest

import finaud
from conftest import ROOT, TABLES

OWN_SHEET = next(path for path in sorted((ROOT / "testdata").rglob("*.toml")) if "zones" in path.read_text())


def walk(game, random, seed=7, most=10_000):
    """A random game, state by state, the last one included."""
    state = finaud.State(game, seed=seed)
    for _ in range(most):
        yield state
        if state.is_terminal():
            return
        if state.is_chance():
            state.apply_seeded()
        else:
            player = int(random.choice(state.current_players()))
            state.apply(int(random.choice(state.legal_actions(player))), player)


@TABLES
def test_everything_can_be_taken_back_and_read_again(game, random):
    texts = []
    for state in walk(game, random):
        texts.append(state.to_text())
        again = finaud.State.from_text(state.to_text(), game)
        assert again == state and hash(again) == hash(state)
        assert finaud.State.from_json(state.to_json(), game) == state
        assert pickle.loads(pickle.dumps(state)) == state
    end = state
    assert end.returns() == finaud.State.from_record(end.record()).returns()
    assert len(end.history) == len(texts) - 1
    assert sum(end.returns()) == (end.points()[0] if game.players == 1 else pytest.approx(1))
    for text in reversed(texts[:-1]):
        end.undo()
        assert end.to_text() == text
    with pytest.raises(IndexError, match="nothing has happened"):
        end.undo()


@TABLES
def test_chances_are_exact(game, random):
    seen = 0
    for state in walk(game, random, most=60):
        if not state.is_chance():
            assert state.chance_outcomes() == []
            continue
        outcomes = state.chance_outcomes()
        assert [number for number, _ in outcomes] == list(range(len(outcomes)))
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        if state.dice_to_roll():
            assert len(outcomes) == 6 ** state.dice_to_roll()
        number = int(random.integers(len(outcomes)))
        text = state.chance_text(number)
        one, other = state.clone(), state.clone()
        one.apply_chance(number)
        other.apply_chance(text)
        assert one == other != state
        seen += 1
    assert seen > 3


@TABLES
def test_masks_and_texts_say_what_the_numbers_say(game, random):
    for state in walk(game, random, most=80):
        if state.is_chance() or state.is_terminal():
            assert state.legal_actions() == []
            continue
        for player in state.current_players():
            legal = state.legal_actions(player)
            assert legal == sorted(set(legal)) and legal
            mask = state.legal_mask(player)
            assert mask.dtype == np.int8 and mask.shape == (game.num_actions,)
            assert np.flatnonzero(mask).tolist() == legal
            for action in legal:
                assert game.action_number(game.action_text(action)) == action
            one, other = state.clone(), state.clone()
            one.apply(legal[-1], player)
            other.apply(game.action_text(legal[-1]), player)
            assert one == other


def test_a_copy_goes_its_own_way():
    state = finaud.State("push", 3, seed=1)
    other, third = copy.copy(state), copy.deepcopy(state)
    state.apply("draw")
    state.play_chance()
    assert other == third != state
    assert not state.is_chance()


def test_seeds_are_numbers_or_strings():
    game = finaud.Game("tres-fute", 2)
    string = game.seed_string(7779)
    assert string == "tres-fute-p2-7K3"
    assert finaud.read_seed(string) == ("tres-fute", 2, 7779)
    one, other = finaud.State(game, seed=7779), finaud.State(game, seed=string)
    one.play_chance(), other.play_chance()
    assert one == other and one.seed == 7779
    for wrong, why in [(-1, "2\\*\\*64"), (2**64, "2\\*\\*64"), (1.5, "2\\*\\*64"), ("push-p2-7K3", "not for"), ("7K3", "as in")]:
        with pytest.raises(ValueError, match=why):
            finaud.State(game, seed=wrong)
    with pytest.raises(ValueError, match="no seed"):
        finaud.State(game).play_chance()


def test_bits_give_dice():
    state = finaud.State("tres-fute")
    state.apply_bits(0)
    assert state.history == ["W1 Y1 B1 G1 O1 V1"]
    with pytest.raises(ValueError, match="nothing to roll"):
        state.apply_bits(0)


def test_rulings_variants_and_sheets_of_ones_own():
    strict = finaud.Game("tres-fute", rulings={"forfeit_always": True})
    assert strict.options == {"forfeit_always": "true"}
    assert strict != finaud.Game("tres-fute") and strict == finaud.Game("tres-fute", 1, rulings={"forfeit_always": True})
    assert finaud.Game("push", 2, variant="risk").options == {"variant": "risk"}
    own = finaud.Game(str(OWN_SHEET), 2)
    assert own.id not in finaud.games() and own.sheet
    assert own == finaud.Game(sheet=OWN_SHEET.read_text(), players=2)
    state = finaud.State(OWN_SHEET, 2, seed=3)
    while not state.is_terminal():
        state.play_chance()
        if not state.is_terminal():
            state.apply(state.legal_actions()[0])
    assert pickle.loads(pickle.dumps(state)) == state
    assert pickle.loads(pickle.dumps(own)) == own


GALLERY = pytest.mark.parametrize("id", finaud.gallery())


@GALLERY
def test_a_sheet_of_the_gallery_is_a_game(id):
    assert id not in finaud.games() and finaud.player_counts(id) == (1, 4)
    game = finaud.Game(id, 2)
    # It is built in: nothing has to be brought along, and the bots have learned it.
    assert (game.id, game.sheet, game.caveat()) == (id, None, None)
    assert finaud.Game(id).caveat() is None
    state = finaud.State(id, 2, seed=game.seed_string(3))
    while not state.is_terminal():
        state.play_chance()
        if not state.is_terminal():
            state.apply(state.legal_actions()[-1])
    assert pickle.loads(pickle.dumps(state)) == state
    assert pickle.loads(pickle.dumps(game)) == game
    again = finaud.State.from_record(state.record())
    assert again.game == game and again.points() == state.points()
    batch = finaud.Batch(id, 4, players=2, seed=1, opponents=[None, "expert"])
    batch.reset()
    batch.step(batch.sample())


def test_a_sheet_of_the_gallery_is_guessed_too():
    with pytest.raises(ValueError, match="did you mean `torrent`"):
        finaud.Game("torent")


@pytest.mark.parametrize(
    "wrong, kind, why",
    [
        (lambda: finaud.Game("tres-fut"), ValueError, "did you mean `tres-fute`"),
        (lambda: finaud.Game("tres-fute", 5), ValueError, "1 to 4 players"),
        (lambda: finaud.Game("push", 1), ValueError, "2 to 6 players"),
        (lambda: finaud.Game("push", rulings={"forfeit_always": True}), ValueError, "no rulings"),
        (lambda: finaud.Game("tres-fute", variant="risk"), ValueError, "only PUSH"),
        (lambda: finaud.Game("tres-fute", rulings={"forfeit": True}), ValueError, "forfeit"),
        (lambda: finaud.Game("tres-fute", rulings={"forfeit_always": 3}), TypeError, "rulings are a dict"),
        (lambda: finaud.Game("nowhere/sheet.toml"), OSError, "cannot be read"),
        (lambda: finaud.Game(sheet="this is no sheet"), ValueError, "cannot be played on"),
        (lambda: finaud.State(3), TypeError, "not int"),
        (lambda: finaud.State(finaud.Game("push", 2), 3), ValueError, "says already"),
        (lambda: finaud.State("push").apply(99), ValueError, "from 0 to 13"),
        (lambda: finaud.State("push").apply(-1), ValueError, "from 0 to 13"),
        (lambda: finaud.State("push").apply("stop"), ValueError, "refused"),
        (lambda: finaud.State("push").apply("dance"), ValueError, "dance"),
        (lambda: finaud.State("push").apply(None), TypeError, "number or its text"),
        (lambda: finaud.State("push").apply(0, 1), ValueError, "refused"),
        (lambda: finaud.State("push").apply(0, 7), ValueError, "no player 7"),
        (lambda: finaud.State("tres-fute").apply(0), ValueError, "dice or cards are due"),
        (lambda: finaud.State("tres-fute").apply_chance(46656), ValueError, "there are 46656"),
        (lambda: finaud.State("tres-fute").apply_chance("W7"), ValueError, "cannot show `7`"),
        (lambda: finaud.State("tres-fute").observation(0, "plain-v0"), ValueError, "plain-v1"),
        (lambda: finaud.State.from_text("nonsense"), ValueError, "nonsense"),
        (lambda: finaud.State.from_json("{", "push"), ValueError, "JSON|EOF"),
        (lambda: finaud.State.from_record("finaud record 99\n"), ValueError, "99"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(wrong, kind, why):
    with pytest.raises(kind, match=why):
        wrong()


def test_a_refused_action_changes_nothing():
    state = finaud.State("push", 2, seed=1)
    before = state.to_json()
    for wrong in (1, 13, "stop", 99, "place 1"):
        with pytest.raises(ValueError):
            state.apply(wrong)
        assert state.to_json() == before and state.history == []


def test_a_state_pickled_by_another_version_is_told():
    rebuild, parts = finaud.State("push").__reduce__()
    with pytest.raises(ValueError, match="pickled in format 99"):
        rebuild(99, *parts[1:])
    version, spec, record, seed = parts
    with pytest.raises(ValueError):
        rebuild(version, spec, record.replace("push", "posh"), seed)


def test_scores_say_what_points_are_made_of():
    state = finaud.State.from_text("tres-fute phase=rolled pool=W5,Y3,B6,G6,O1,V5 / blue=9,10,12 violet=2,5")
    parts = json.loads(state.score_json(0))
    assert parts["total"] == state.points()[0] == sum(parts["zones"].values()) + parts["fox_points"]
    assert parts["zones"]["violet"] == 7


def test_columns_are_named_once_and_say_what_is_written():
    game = finaud.Game("tres-fute", 2)
    columns = game.columns("plain")
    assert len(set(columns)) == len(columns)
    assert game.observation_name("plain") == "plain-v1"
    state = finaud.State.from_text(
        "tres-fute round=2 roll=2 phase=rolled pool=W4,O3 slots=V3 platter=Y1,B2,G1"
        " / yellow=1,3 orange=5,2,3 reroll=3:1 / violet=4",
        game,
    )
    seen = dict(zip(columns, state.observation(0).tolist()))
    assert seen["round"] == 2 and seen["roll"] == 2 and seen["phase rolled"] == 1 and seen["active player"] == 0
    assert seen["white face"] == 4 and seen["white in pool"] == 1
    assert seen["violet slot"] == 1 and seen["yellow on platter"] == 1
    assert (seen["own: orange r1c1"], seen["own: orange r1c2"], seen["own: orange filled"]) == (5, 2, 3)
    assert (seen["own: reroll open"], seen["own: reroll circled"]) == (2, 3)
    assert seen["+1: violet r1c1"] == 4 and seen["own: violet r1c1"] == 0
    other = dict(zip(columns, state.observation(1).tolist()))
    assert other["own: violet r1c1"] == 4 and other["active player"] == 1
    assert seen["own: points"] == state.points()[0]


def test_the_observation_of_push_counts_cards():
    state = finaud.State.from_text(
        "push current=2 phase=after-card switches=1 columns=r5,g2,die|b1 discard=y1,y6 / zone=r1,r1,b6 protected=g3 / zone=p4 /"
    )
    seen = dict(zip(state.game.columns(), state.observation(0).tolist()))
    assert (seen["own: open red cards"], seen["own: open red points"], seen["own: open blue points"]) == (2, 2, 6)
    assert (seen["own: protected cards"], seen["own: protected points"], seen["own: points"]) == (1, 3, 11)
    assert (seen["+1: open purple points"], seen["+2: points"]) == (4, 0)
    assert (seen["column 1 red"], seen["column 1 green"], seen["column 1 die"], seen["column 2 blue"]) == (5, 2, 1, 1)
    assert (seen["pile yellow 1"], seen["pile yellow 2"], seen["player to move"], seen["switches"]) == (2, 3, 1, 1)
