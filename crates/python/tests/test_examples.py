"""The examples, in a short form; what the optional ones need is tested where it is asked for."""

import os
import pathlib
import subprocess
import sys

import pytest

EXAMPLES = pathlib.Path(__file__).resolve().parents[1] / "examples"

SHORT = {
    "random_match.py": (["--games", "1"], "won"),
    "score_table.py": (["--games", "10"], "| Très Futé |"),
    "own_bot.py": (["--games", "6"], "careful − expert"),
    "coach_walk.py": ([], "luck gave"),
}


def run(name: str, arguments: list[str], **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, EXAMPLES / name, *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "FINAUD_NODES": "200", **environment},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", SHORT)
def test_a_short_form_runs(name):
    arguments, wanted = SHORT[name]
    assert wanted in run(name, arguments)


def test_learning_learns():
    sys.path.insert(0, str(EXAMPLES))
    import td_learning

    import finaud

    game = finaud.Game("tres-fute")
    learner, _ = td_learning.train(game, seconds=2, games=128, seed=1, told=lambda _: None)
    scores = td_learning.evaluate(game, learner, games=100)
    beginner = td_learning.Learner(len(game.columns("encoder")), 0.0)
    # In two seconds it leaves behind whoever takes the most points at once.
    assert scores.mean() > td_learning.evaluate(game, beginner, games=100).mean() + 20


def test_all_examples_are_known():
    known = {*SHORT, "td_learning.py", "maskable_ppo.py"}
    assert {path.name for path in EXAMPLES.glob("*.py")} == known


def test_the_benchmark_prints_its_table(capsys):
    import finaud
    from finaud import bench

    assert bench.main(["--games", "32", "--seconds", "0.02", "--own"]) == 0
    lines = capsys.readouterr().out.splitlines()
    # By number and by index.
    assert sum("Batch of 32" in line for line in lines) == 2 * len(finaud.games())
    with pytest.raises(SystemExit):
        bench.main(["--games", "0"])
