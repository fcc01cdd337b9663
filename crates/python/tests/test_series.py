"""Simulations, matches and strength: the figures of the program, to the last digit, however they are cut."""

import json

import numpy as np
import pytest

import finaud
from finaud import series


@pytest.mark.parametrize("id, players, bot", [("tres-fute", 1, "greedy"), ("push", 3, "club"), ("hyper-fute", 2, "random"), ("torrent", 1, "expert")])
def test_a_simulation_is_the_programs(run, id, players, bot):
    known = json.loads(run("sim", "-g", id, "-p", str(players), "-b", bot, "-n", "200", "-s", "7", "--json"))
    report = finaud.sim(finaud.Game(id, players), bot, 200, seed=7, threads=2).report()
    assert set(report) <= set(known)
    assert {key: known[key] for key in report} == report


def test_parts_of_a_simulation_add_up():
    game = finaud.Game("push", 2)
    whole = finaud.sim(game, "random", 100, seed=3)
    parts = [finaud.sim(game, "random", many, seed=3, first=first) for first, many in [(0, 37), (37, 1), (38, 62)]]
    assert (np.concatenate([part.scores for part in parts]) == whole.scores).all()
    assert (np.concatenate([part.decisions for part in parts]) == whole.decisions).all()


@pytest.mark.parametrize("id, bots, players", [("push", ["club", "random"], 3), ("tres-fute", ["greedy", "novice"], 1)])
def test_a_match_is_the_programs(run, id, bots, players):
    known = json.loads(run("arena", "-g", id, "-p", str(players), "-b", ",".join(bots), "-n", "60", "-s", "5", "--json"))
    report = finaud.arena(finaud.Game(id, players), bots, 60, seed=5, threads=2).report()
    for bot, other in zip(report.pop("bots"), known["bots"]):
        margins = {bot.pop("mean_margin"), bot.pop("win_share_margin")}
        assert bot == {key: other[key] for key in bot} and None not in margins
    assert {key: known[key] for key in report} == report


def test_a_bot_of_ones_own_takes_part():
    def first(state):
        return state.legal_actions()[0]

    def draws_twice(state):
        legal = state.legal_actions()
        return legal[-1] if len(state.history) % 2 else legal[0]

    match = finaud.arena("push", [first, ("mine", draws_twice), "club"], 60, seed=1)
    report = match.report()
    assert [bot["bot"] for bot in report["bots"]] == ["first", "mine", "club"]
    assert report["bots"][2]["win_share"] > 0.4
    assert sum(bot["win_share"] for bot in report["bots"]) == pytest.approx(1)


@pytest.mark.parametrize(
    "bot, kind, why",
    [
        (lambda state: 99, ValueError, "chose 99"),
        (lambda state: "draw", TypeError, "whole number"),
        (lambda state: 1 / 0, ZeroDivisionError, "zero"),
    ],
)
def test_a_bot_that_fails_ends_the_match(bot, kind, why):
    with pytest.raises(kind, match=why):
        finaud.arena("push", [("mine", bot), "random"], 4)


def test_what_cannot_be_is_told_in_a_sentence():
    for wrong, kind, why in [
        (lambda: finaud.arena("push", ["club", "club"]), ValueError, "named twice"),
        (lambda: finaud.arena("push", ["club", 3]), TypeError, "name or a callable"),
        (lambda: finaud.arena("push", ["club", "greedy"]), ValueError, "does not play"),
        (lambda: finaud.arena(finaud.Game("push", 2), ["club", "random", "expert"]), ValueError, "cannot sit"),
        (lambda: finaud.sim("tres-fute", "random", 0), ValueError, "no games"),
        (lambda: finaud.sim("tres-fute", "nobody"), ValueError, "no player `nobody`"),
        (lambda: finaud.sim("tres-fute", threads=0), ValueError, "threads"),
    ]:
        with pytest.raises(kind, match=why):
            wrong()


def test_the_table_of_strength_has_a_line_for_each_pair(run):
    matches = finaud.strength("push", 2, games=4, master_games=2)
    lines = [series.strength_line(match) for match in matches]
    known = run("strength", "-g", "push", "-p", "2", "-n", "4", "--master-games", "2", "--threads", "1").splitlines()[2:]
    # Without the time of a choice.
    assert [line.rsplit("|", 2)[0].rstrip() for line in known] == [line.rsplit("|", 1)[0].rstrip() for line in lines]
    dice = len(finaud.games()) - 1
    # Four pairs of neighbouring levels: dice games for one to four, PUSH for two to six in two variants.
    assert len(series.pairings()) == 4 * (4 * dice + 2 * 5)


def test_bots_play_games():
    state = finaud.State("tres-fute", 2, seed=1)
    finaud.bots.play(state, [finaud.bots.Bot("expert"), finaud.bots.Bot("random", seed=2)])
    assert state.is_terminal() and state.points()[0] > state.points()[1]
    again = finaud.State("tres-fute", 2, seed=1)
    finaud.bots.play(again, [finaud.bots.Bot("expert"), finaud.bots.Bot("random", seed=2)])
    assert again == state
    assert finaud.bots.names() == ["random", "novice", "greedy", "club", "expert", "master"]
    assert "greedy" not in finaud.bots.names(finaud.Game("push"))
    with pytest.raises(ValueError, match="no bot"):
        finaud.bots.Bot("nobody")
    with pytest.raises(ValueError, match="2 play"):
        finaud.bots.play(finaud.State("push"), [finaud.bots.Bot("club")])
