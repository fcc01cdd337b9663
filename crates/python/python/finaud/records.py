"""Games in files: records, as `finaud play`, `finaud sim --records` and the app write them."""

from __future__ import annotations

import os
from typing import Any, Iterable

import numpy as np

from finaud._finaud import State, record_columns

_RECORD = "finaud record "
_SHEET = "finaud sheet "


class Records:
    """Games that were read, each checked by the rules.

    Attributes:
        texts: the text of each record.
        games: columns with an entry for each game: `game`, `players`, `seed`, `over`, and `points` with a row for each game
            (as many columns as the most players; -1 where nobody sits, so look at `players` first).
        events: columns with an entry for each event: `record` (which game), `event` (its place there), `player` (-1 for
            chance), `action` (its number, -1 for chance) and `text`.
        decisions: columns with an entry for each choice of a player: `record`, `event`, `player`, `action`, `num_legal`, and
            `observation` if it was asked for.
    """

    def __init__(self, texts: list[str], sheets: list[str | None], observation: str):
        self.texts = texts
        self._sheets = sheets
        read = []
        for number, (text, sheet) in enumerate(zip(texts, sheets)):
            try:
                read.append(record_columns(text, sheet, observation))
            except ValueError as error:
                raise ValueError(f"record {number}: {error}") from None
        most = max((one["players"] for one in read), default=0)
        points = np.full((len(read), most), -1, np.int32)
        for row, one in zip(points, read):
            row[: one["players"]] = one["points"]
        self.games: dict[str, Any] = {
            "game": [one["game"] for one in read],
            "players": np.array([one["players"] for one in read], np.int8),
            "seed": [one["seed"] for one in read],
            "names": [one["names"] for one in read],
            "over": np.array([one["over"] for one in read], np.bool_),
            "points": points,
        }
        lengths = [len(one["player"]) for one in read]
        self.events: dict[str, Any] = {
            "record": np.repeat(np.arange(len(read), dtype=np.int32), lengths),
            "event": _joined([np.arange(length, dtype=np.int32) for length in lengths], np.int32),
            "player": _joined([one["player"] for one in read], np.int8),
            "action": _joined([one["action"] for one in read], np.int32),
            "text": [text for one in read for text in one["text"]],
        }
        chosen = self.events["player"] >= 0
        self.decisions: dict[str, Any] = {
            name: self.events[name][chosen] for name in ("record", "event", "player", "action")
        }
        self.decisions["num_legal"] = _joined([one["num_legal"] for one in read], np.int32)
        if observation != "none":
            rows = [one["observation"] for one in read]
            if len({row.shape[1] for row in rows}) > 1:
                raise ValueError("these games have observations of different widths: read them one kind at a time")
            self.decisions["observation"] = np.concatenate(rows) if rows else np.zeros((0, 0), np.int16)

    def __len__(self) -> int:
        return len(self.texts)

    def state(self, index: int) -> State:
        """The end of a game, with everything that led to it: `undo` goes back."""
        return State.from_record(self.texts[index], self._sheets[index])

    def to_arrow(self) -> dict[str, Any]:
        """The columns as Arrow tables, `games`, `events` and `decisions`; needs pyarrow."""
        import pyarrow

        def table(columns: dict[str, Any]) -> Any:
            arrays = {}
            for name, column in columns.items():
                if isinstance(column, np.ndarray) and column.ndim == 2:
                    flat = pyarrow.array(column.reshape(-1))
                    arrays[name] = pyarrow.FixedSizeListArray.from_arrays(flat, column.shape[1])
                else:
                    arrays[name] = pyarrow.array(column)
            return pyarrow.table(arrays)

        return {
            "games": table(self.games),
            "events": table(self.events),
            "decisions": table(self.decisions),
        }

    def __repr__(self) -> str:
        return f"<finaud.Records: {len(self)} games>"


def _joined(parts: list[np.ndarray], dtype: Any) -> np.ndarray:
    return np.concatenate(parts) if parts else np.zeros(0, dtype)


def _split(text: str) -> tuple[list[str], list[str | None]]:
    """The records of a text, each with the sheet that stands before it, if its game has one of its own."""
    parts: list[list[str]] = []
    for line in text.splitlines():
        if line.startswith((_RECORD, _SHEET)):
            parts.append([line])
        elif parts:
            parts[-1].append(line)
        elif line.strip():
            raise ValueError(f"a record begins with `{_RECORD}1`, not with `{line[:40]}`")
    sheets: dict[str, str] = {}
    texts, used = [], []
    for part in parts:
        if part[0].startswith(_SHEET):
            lines = (line.removeprefix("  ") for line in part[1:])
            sheets[part[0].removeprefix(_SHEET).strip()] = "\n".join(lines).rstrip("\n") + "\n"
            continue
        game = next((line[6:].strip() for line in part if line.startswith("game: ")), "")
        texts.append("\n".join(part).rstrip("\n") + "\n")
        used.append(sheets.get(game))
    return texts, used


def read_records(
    source: str | os.PathLike[str], *, sheet: str | None = None, observation: str = "none"
) -> Records:
    """Reads all records of a file, or of a text that begins with `finaud record`.

    Args:
        source: the path, or the text.
        sheet: the text of the sheet, for a game of your own whose sheet does not stand in the file.
        observation: `"plain"` to see what was seen at each choice.
    """
    text = os.fspath(source)
    if not text.lstrip().startswith((_RECORD, _SHEET)):
        with open(text, encoding="utf-8") as file:
            text = file.read()
    texts, sheets = _split(text)
    return Records(texts, [own or sheet for own in sheets], observation)


def write_records(path: str | os.PathLike[str], games: Records | Iterable[State | str]) -> int:
    """Writes games, one record after the other; returns how many. `finaud review` and the app read the file.

    Args:
        path: where to; what is there is written over, but only once everything is ready.
        games: `Records`, states with their histories, or texts of records.
    """
    texts: list[str] = []
    sheets: dict[str, str] = {}
    if isinstance(games, Records):
        pairs: Iterable[tuple[str, str, str | None]] = zip(games.texts, games.games["game"], games._sheets)
        for text, game, sheet in pairs:
            texts.append(text)
            if sheet:
                sheets[game] = sheet
    else:
        for game in games:
            if isinstance(game, State):
                texts.append(game.record())
                if game.game.sheet:
                    sheets[game.game.id] = game.game.sheet
            elif isinstance(game, str) and game.startswith(_RECORD):
                texts.append(game)
            else:
                raise TypeError(f"a game is a State or the text of a record, not {type(game).__name__}")
    parts = []
    for id, sheet in sheets.items():
        lines = "".join(f"  {line}\n" for line in sheet.splitlines())
        parts.append(f"{_SHEET}{id}\n{lines}")
    parts += [text if text.endswith("\n") else text + "\n" for text in texts]
    beside = f"{os.fspath(path)}.part"
    with open(beside, "w", encoding="utf-8") as file:
        file.write("\n".join(parts))
    os.replace(beside, path)
    return len(texts)
