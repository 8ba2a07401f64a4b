"""The trained evaluations that come with Outply: `evaluation=trained`.

trained/connect-four   n-tuple tables:  outply learn connect-four --games 1000000
trained/othello        n-tuple tables:  outply learn othello --games 1500000

The commands make the same weights again. The files are compressed by gzip.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from outply.game import Game, OutplyError

__all__ = ["FOLDER", "TRAINED", "trained_file"]

TRAINED = "trained"
FOLDER = Path(__file__).parent / "trained"


def trained_file(game: Game[Any]) -> Path:
    """The file of a game's trained evaluation; raises if there is none."""
    file = FOLDER / f"{game.name}.safetensors.gz"
    if not file.exists():
        raise OutplyError(
            f"No trained evaluation of {game.name} comes with Outply; learn one with outply learn."
        )
    return file
