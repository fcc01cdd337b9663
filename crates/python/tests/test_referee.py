"""Python against `finaud referee`, over whole games, state by state."""

import json
import subprocess

import pytest

import finaud
from conftest import TABLES


class Referee:
    """The program that knows the rules for others."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def __call__(self, do, **fields):
        self.process.stdin.write(json.dumps({"do": do, **fields}) + "\n")
        answer = json.loads(self.process.stdout.readline())
        assert answer["ok"], answer
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=20)


@pytest.fixture
def referee(program):
    referee = Referee(program)
    yield referee
    referee.close()


def follow(referee, game, random, **new):
    """Plays a random game on both sides and compares everything that either says."""
    answer = referee("new", game=game.id, players=game.players, seed=11, **new)
    state = finaud.State(game, seed=11)
    events = 0
    while True:
        position = referee("position")
        assert json.loads(state.to_json()) == position["position"]
        assert state.to_text() == position["text"]
        next = answer["next"]
        if next["kind"] == "over":
            assert state.is_terminal()
            assert state.winners() == [seat - 1 for seat in next["winners"]]
            break
        if next["kind"] == "luck":
            assert state.is_chance() and state.current_player() == -1
            page = referee("outcomes", count=20)
            chances = state.chance_outcomes()
            assert len(chances) == page["count"]
            for (number, chance), outcome in zip(chances, page["outcomes"]):
                assert state.chance_text(number) == outcome["luck"] if number < 3 else True
                assert chance == pytest.approx(outcome["weight"] / page["weights"])
            answer = referee("luck", seeded=True)
            state.apply_seeded()
            assert state.history[-1] == answer["luck"]
        else:
            assert state.current_players() == [seat - 1 for seat in next["seats"]]
            legal = referee("legal")["legal"]
            for entry in legal:
                actions = entry["actions"]
                numbers = state.legal_actions(entry["seat"] - 1)
                assert numbers == [action["number"] for action in actions]
                assert [game.action_text(number) for number in numbers] == [action["action"] for action in actions]
            entry = legal[int(random.integers(len(legal)))]
            action = entry["actions"][int(random.integers(len(entry["actions"])))]
            answer = referee("play", seat=entry["seat"], number=action["number"])
            state.apply(action["number"], entry["seat"] - 1)
        events += 1
    score = referee("score")
    assert state.points() == [seat["points"] for seat in score["scores"]]
    for seat in score["scores"]:
        assert json.loads(state.score_json(seat["seat"] - 1)) == seat["parts"]
    assert state.record() == referee("record")["record"]
    assert len(state.history) == events


@TABLES
def test_whole_games_are_the_same(referee, game, random):
    follow(referee, game, random)


def test_whole_games_are_the_same_under_other_rules(referee, random):
    follow(referee, finaud.Game("push", 3, variant="risk"), random, variant="risk")
    rulings = {"forfeit_always": True, "passive_must_pick": False, "solo_fallback": True}
    follow(referee, finaud.Game("tres-fute", 1, rulings=rulings), random, rulings=rulings)


def test_numbers_mean_the_same(referee):
    assert referee("version")["action_numbers"] == finaud.ACTION_SPACE_VERSION
