"""A Ray cluster of two nodes, one of them killed: the result is the same to the last digit."""

import os
import threading
import time

import pytest

import finaud

if "cluster" not in os.environ.get("FINAUD_EXTRAS", "").split(","):
    pytest.skip("`cargo xtask python --cluster` runs these", allow_module_level=True)

import ray  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402

from finaud import cluster  # noqa: E402


@pytest.fixture
def nodes():
    two = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    second = two.add_node(num_cpus=1)
    ray.init(address=two.address, log_to_driver=False)
    two.wait_for_nodes()
    yield two, second
    ray.shutdown()
    two.shutdown()


def test_two_nodes_play_what_one_core_plays(nodes, capfd):
    told = []
    game = finaud.Game("push", 2)
    spread = cluster.sim(game, "club", 500, seed=4, part=60, progress=lambda done, whole: told.append((done, whole)))
    assert spread.report() == finaud.sim(game, "club", 500, seed=4).report()
    assert (spread.scores == finaud.sim(game, "club", 500, seed=4).scores).all()
    assert told[-1] == (500, 500)

    def first(state):
        return state.legal_actions()[0]

    spread = cluster.arena("push", ["club", ("mine", first)], 20, seed=2, part=3)
    assert spread.report() == finaud.arena("push", ["club", ("mine", first)], 20, seed=2).report()
    assert "20 of 20 games" in capfd.readouterr().err
    spread = cluster.strength("push", 2, games=4, master_games=2, part=1, progress=None)
    assert [match.report() for match in spread] == [
        match.report() for match in finaud.strength("push", 2, games=4, master_games=2)
    ]
    with pytest.raises(ValueError, match="something to play"):
        cluster.sim(game, games=0)


def test_a_lost_node_costs_time_and_nothing_else(nodes):
    two, second = nodes
    game = finaud.Game("tres-fute")
    killed = threading.Event()

    def kill():
        time.sleep(2.0)
        two.remove_node(second, allow_graceful=False)
        killed.set()

    thread = threading.Thread(target=kill)
    thread.start()
    told = []
    spread = cluster.sim(
        game, "expert", 4000, seed=9, part=50, progress=lambda done, whole: told.append((killed.is_set(), done))
    )
    thread.join()
    # It was lost in the middle, not before or after.
    assert any(lost and done < 4000 for lost, done in told) and any(not lost for lost, _ in told)
    assert (spread.scores == finaud.sim(game, "expert", 4000, seed=9).scores).all()
