"""The coach and the review: what choices are worth, and what was luck and what was skill."""

from __future__ import annotations

import json
import os
from typing import Any

from finaud._finaud import State, review_record


def analyse(
    state: State, *, player: int | None = None, nodes: int = 60_000, language: str = "en", threads: int = 1
) -> dict[str, Any]:
    """What every legal choice is worth, what it costs against the best, and why, in a sentence.

    Args:
        state: the state to look at.
        player: for this player only; for all who are asked if left out.
        nodes: how many states are valued, about; 0 for the static evaluation alone.
        language: `"en"`, `"fr"` or `"de"`.
        threads: how many threads share the work.

    Returns:
        A dict: `players` has an entry for each, with `player`, `points` (the final score to be expected), `win` (the chance
        to win, None for somebody alone) and `actions`, best first: `number`, `action` (its text), `points`, `win`, `loss`,
        `win_loss`, `outcomes` and `why`. `caveat` says how far the numbers can be trusted, if they are rough.
    """
    return json.loads(state.analysis_json(player, nodes, language, threads))


class Review:
    """A game walked through once more, parting luck from skill.

    Attributes:
        data: everything as plain data, as `finaud review --json` prints it.
        text: the same for people.
        svg: a drawing of the course of the game.
    """

    def __init__(self, data: dict[str, Any], text: str, svg: str):
        self.data = data
        self.text = text
        self.svg = svg

    @property
    def luck(self) -> float:
        """What dice and cards gave: points for somebody alone, chance to win at a table."""
        return (self.data["win"] or self.data["points"])["luck"]

    @property
    def loss(self) -> float:
        """What the player's own choices lost against the best ones."""
        return (self.data["win"] or self.data["points"])["losses"]

    def __str__(self) -> str:
        return self.text

    def _repr_svg_(self) -> str:
        return self.svg


def review(
    game: State | str | os.PathLike[str],
    *,
    player: int = 0,
    nodes: int = 20_000,
    language: str = "en",
    threads: int = 1,
    sheet: str | None = None,
) -> Review:
    """Reviews a game: a `State` with its history, the text of a record, or the path of a record file."""
    if isinstance(game, State):
        record, sheet = game.record(), game.game.sheet
    else:
        record = os.fspath(game)
        if not record.lstrip().startswith("finaud record"):
            with open(record, encoding="utf-8") as file:
                record = file.read()
    data, text, svg = review_record(record, player, nodes, language, threads, sheet)
    return Review(json.loads(data), text, svg)
