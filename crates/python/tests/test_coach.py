"""The coach, the review and records."""

import json

import numpy as np
import pytest

import finaud
from conftest import ROOT


def played(id="tres-fute", players=1, seed=1, bot="club"):
    state = finaud.State(id, players, seed=seed)
    return finaud.bots.play(state, [finaud.bots.Bot(bot)] * players)


def test_the_coach_is_the_programs(run):
    text = "tres-fute phase=rolled pool=W5,Y3,B6,G6,O1,V5 / blue=9,10,12"
    state = finaud.State.from_text(text)
    known = json.loads(run("analyse", text, "--nodes", "2000", "--json"))
    told = finaud.analyse(state, nodes=2000)
    for mine, theirs in zip(told["players"], known["seats"]):
        assert mine.pop("player") == theirs["seat"] - 1
        assert mine == theirs
    best = told["players"][0]["actions"][0]
    assert best["number"] in state.legal_actions() and best["loss"] == 0
    assert "row" in finaud.analyse(state, nodes=0)["players"][0]["actions"][0]["why"] or best["why"]
    assert finaud.analyse(state, nodes=0, language="fr") != finaud.analyse(state, nodes=0)


def test_the_review_is_the_programs(run, tmp_path):
    state = played("push", 2, bot="novice")
    path = tmp_path / "game.txt"
    finaud.write_records(path, [state])
    known = json.loads(run("review", str(path), "--seat", "2", "--nodes", "200", "--json"))
    for game in (state, path, path.read_text()):
        review = finaud.review(game, player=1, nodes=200)
        assert review.data == known
    assert review._repr_svg_().startswith("<svg") and str(review)
    assert isinstance(review.luck, float) and review.loss >= 0


def test_records_are_read_written_and_read_again(run, tmp_path):
    own = finaud.Game(str(ROOT / "testdata/games/fox-hole/sheet.toml"), 2)
    states = [played(seed=1), played("push", 3, seed=2), finaud.bots.play(finaud.State(own, seed=3), [finaud.bots.Bot("random")] * 2)]
    path = tmp_path / "games.txt"
    assert finaud.write_records(path, states) == 3
    records = finaud.read_records(path)
    assert len(records) == 3 and [records.state(index) for index in range(3)] == states
    for index, state in enumerate(states):
        mine = records.events["record"] == index
        assert [text for text, here in zip(records.events["text"], mine) if here] == state.history
        assert records.games["points"][index, : state.game.players].tolist() == state.points()
    chosen = records.events["player"] >= 0
    assert (records.decisions["action"] == records.events["action"][chosen]).all()
    again = tmp_path / "again.txt"
    finaud.write_records(again, records)
    assert again.read_text() == path.read_text()
    # The program reads them too, the sheet of one's own included.
    assert "games" in run("review", str(path), "--nodes", "0", "--json")


def test_records_of_the_program_are_read(run, tmp_path):
    path = tmp_path / "sim.txt"
    run("sim", "-g", "tres-fute", "-b", "greedy", "-n", "5", "--records", str(path))
    records = finaud.read_records(path, observation="plain")
    assert len(records) == 5 and records.games["over"].all()
    decisions = records.decisions
    assert decisions["observation"].shape == (len(decisions["action"]), 126)
    assert (decisions["num_legal"] > 0).all()
    state = finaud.State(finaud.Game("tres-fute"), seed=records.games["seed"][0])
    state.play_chance()
    assert (decisions["observation"][0] == state.observation(0)).all()


def test_records_become_arrow_tables(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    path = tmp_path / "games.txt"
    finaud.write_records(path, [played(seed=1), played(seed=2)])
    tables = finaud.read_records(path, observation="plain").to_arrow()
    assert tables["games"].num_rows == 2 and isinstance(tables["events"], pyarrow.Table)
    assert tables["decisions"].schema.field("observation").type.list_size == 126


def test_what_cannot_be_is_told_in_a_sentence(tmp_path):
    state = played(seed=1)
    path = tmp_path / "games.txt"
    path.write_text("something else\n")
    with pytest.raises(ValueError, match="a record begins with"):
        finaud.read_records(path)
    with pytest.raises(FileNotFoundError):
        finaud.read_records(tmp_path / "nothing.txt")
    with pytest.raises(ValueError, match="record 1: "):
        finaud.read_records(state.record() + "\n" + state.record().replace("tres-fute", "tres-futile"))
    with pytest.raises(TypeError, match="not int"):
        finaud.write_records(path, [3])
    assert path.read_text() == "something else\n"
    with pytest.raises(ValueError, match="does not speak"):
        finaud.analyse(finaud.State("push"), language="xx")
    with pytest.raises(ValueError, match="no player 4"):
        finaud.review(state, player=4)
    with pytest.raises(ValueError, match="threads"):
        finaud.analyse(finaud.State("push"), threads=0)
    assert np.isfinite(finaud.analyse(finaud.State("push"), nodes=0)["players"][0]["points"])
