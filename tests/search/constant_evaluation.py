"""Connect Four without judgement: every unfinished position is worth nothing."""

from __future__ import annotations

from dataclasses import dataclass

from outply.games.connect_four import Board, ConnectFour


@dataclass(frozen=True)
class IndifferentConnectFour(ConnectFour):
    def evaluate(self, state: Board, player: int) -> float:
        return 0.0
