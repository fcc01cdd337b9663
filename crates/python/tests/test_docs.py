"""The manual: its examples run, its figures are those of the package."""

import re

import pytest

import finaud
from conftest import ROOT

MANUAL = (ROOT / "docs" / "python.md").read_text()


def test_the_examples_run():
    for library in ("gymnasium", "pettingzoo", "pyspiel"):
        pytest.importorskip(library)
    blocks = re.findall(r"^```python\n(.*?)^```", MANUAL, re.S | re.M)
    assert len(blocks) >= 9
    names: dict = {}
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), names)


def test_the_table_of_actions_is_right():
    widths = {finaud.Game(id).name: (finaud.Game(id).num_actions, finaud.Game(id).index_width) for id in finaud.games()}
    rows = re.findall(r"^\| ([^|]+) \| ([\d,]+) \| ([\d, ]+) \|$", MANUAL, re.M)
    told = {}
    for names, numbers, indices in rows:
        for name, index in zip(names.split(", "), indices.split(", ") * len(names.split(", "))):
            told[name] = (int(numbers.replace(",", "")), int(index))
    assert told == widths


def test_every_column_is_documented():
    for id in finaud.games():
        game = finaud.Game(id, finaud.player_counts(id)[0])
        for column in game.columns("plain"):
            plain = column.split(": ")[-1]
            # Of each kind, one is named, with the first zone, die, colour or number in the place of the others.
            kinds = (
                r"phase ", r"pending ", r"joker box \d open", r".* r\d+c\d+", r".* (filled|points)", r".* (open|circled)",
                r".* (face|in pool|on platter|slot)", r".* used as extra die", r"pile ", r"card ", r"column \d ",
                r"open \w+ (cards|points)",
            )
            named = f"`{plain}`" in MANUAL or f"`own: {plain}`" in MANUAL
            assert named or any(re.match(kind, plain) for kind in kinds), column


def test_versions_are_named():
    for id in finaud.games():
        fewest, most = finaud.player_counts(id)
        for players in (fewest, most):
            game = finaud.Game(id, players)
            for observation in ("plain", "encoder"):
                assert f"`{game.observation_name(observation)}`" in MANUAL or f"**`{game.observation_name(observation)}`**" in MANUAL
