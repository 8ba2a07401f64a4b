"""Table evaluations: new ones for a game, and as tensors of a file."""

from __future__ import annotations

import json
from array import array
from pathlib import Path
from typing import Any

from outply.evaluate.cell_encoding import Encoding, encoding_of
from outply.evaluate.table_evaluation import (
    LastState,
    TableEvaluation,
    TableLayout,
    Tables,
    layout_of,
)
from outply.evaluate.tuples import shared_tuples
from outply.evaluate.weights_file import Tensor, TensorFile
from outply.game import Game, OutplyError

__all__ = [
    "KIND",
    "new_evaluation",
    "packed",
    "require_encoding",
    "require_two_players",
    "unpacked",
]

KIND = "tables"


def new_evaluation(game: Game[Any]) -> TableEvaluation:
    """Tables for a game, all of whose weights are 0; raises if the game cannot have them."""
    require_two_players(game)
    encoding = encoding_of(game)
    tuples = shared_tuples(game, encoding)
    layout, bases = layout_of(tuples, encoding.values)
    places = [cell for cells, _ in tuples for cell in cells]
    tables = Tables(len(places), len(bases), encoding.stages * layout.entries)
    tables.scale = 1.0
    for index, place in enumerate(places):
        tables.places[index] = place
    for index, base in enumerate(bases):
        tables.bases[index] = base
    return _made(game, encoding, layout, tables)


def _made(
    game: Game[Any], encoding: Encoding, layout: TableLayout, tables: Tables
) -> TableEvaluation:
    least, most = game.utility_range
    last = LastState(layout, encoding, tables)
    return TableEvaluation(encoding, layout, least, most, tables, last)


def require_two_players(game: Game[Any]) -> None:
    """Raise, in one sentence, if an evaluation cannot be learned for a game of this kind."""
    traits, why = game.traits, None
    if traits.players != 2 or not traits.zero_sum:
        why = "it is not a game of two players, one against the other"
    elif traits.hidden:
        why = "it hides information"
    if why:
        raise OutplyError(f"An evaluation of {game.name} cannot be learned: {why}.")


# -- files -------------------------------------------------------------------------------------


def packed(evaluation: TableEvaluation) -> tuple[dict[str, str], dict[str, Tensor]]:
    """The texts and tensors of an evaluation."""
    tables = evaluation.tables
    texts = {
        "kind": KIND,
        "encoding": evaluation.encoding.fingerprint,
        "groups": json.dumps(evaluation.layout.groups),
        "scale": repr(tables.scale),
    }
    return texts, {
        "places": Tensor("U16", bytes(tables.places.memory)),
        "bases": Tensor("I32", bytes(tables.bases.memory)),
        "weights": Tensor("I16", bytes(tables.weights.memory)),
    }


def unpacked(file: str | Path, content: TensorFile, game: Game[Any]) -> TableEvaluation:
    """The evaluation of a file, which is for this game."""
    require_two_players(game)
    encoding = encoding_of(game)
    require_encoding(file, content, game, encoding)
    try:
        groups = tuple((int(a), int(b)) for a, b in json.loads(content.metadata["groups"]))
        layout = TableLayout(groups, content.tensors["weights"].length // encoding.stages)
        tables = _tables(content)
    except (KeyError, ValueError, TypeError):
        raise _damaged(file) from None
    if not _is_in_range(tables, layout, encoding.count, encoding.values):
        raise _damaged(file)
    return _made(game, encoding, layout, tables)


def require_encoding(
    file: str | Path, content: TensorFile, game: Game[Any], encoding: Encoding
) -> None:
    """Raise, in one sentence, if the weights of a file are for other cells."""
    if content.metadata.get("encoding") != encoding.fingerprint:
        raise OutplyError(
            f"{file} was learned for other cells: {game.name} has changed since; learn anew."
        )


def _damaged(file: str | Path) -> OutplyError:
    return OutplyError(f"{file} is damaged: its tables do not fit each other.")


def _tables(content: TensorFile) -> Tables:
    places, bases, weights = (content.tensors[name] for name in ("places", "bases", "weights"))
    tables = Tables(places.length, bases.length, weights.length)
    tables.scale = float(content.metadata["scale"])
    tables.places.memory[:] = places.data
    tables.bases.memory[:] = bases.data
    tables.weights.memory[:] = weights.data
    return tables


def _is_in_range(tables: Tables, layout: TableLayout, cells: int, values: int) -> bool:
    """Compiled code does not test indices, so a file must not contain wrong ones."""
    lengths = [length for length, count in layout.groups for _ in range(count)]
    places, bases = array("H", bytes(tables.places.memory)), array("i", bytes(tables.bases.memory))
    return (
        len(lengths) == len(bases)
        and all(length > 0 for length in lengths)
        and sum(lengths) == len(places)
        and all(place < cells for place in places)
        and all(
            0 <= base <= layout.entries - values**length
            for base, length in zip(bases, lengths, strict=True)
        )
    )
