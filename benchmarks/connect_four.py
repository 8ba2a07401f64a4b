"""Plain alpha-beta on Connect Four: the same tree, searched by everybody."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from statistics import median

from outply import AlphaBeta, Limit
from tests.search.constant_evaluation import IndifferentConnectFour

TITLE = "Plain alpha-beta on Connect Four"
ABOUT = """
From the empty board, columns left to right, a constant evaluation, no table and no ordering:
every program visits the tree that the algorithm prescribes. Median of five runs (three for the
peers). easyAI is far behind and gets a shallower tree; its ratio is of nodes per second."""

DEPTH = 10
PEERS = Path(__file__).parent / "peers"
PEER_PYTHON = Path(__file__).parents[1] / ".venv-bench" / "bin" / "python"


def ours(compiled: bool, runs: int = 5) -> tuple[int, float]:
    game = IndifferentConnectFour()
    search = AlphaBeta()
    search.search(game, game.initial(), Limit(depth=1), compiled=compiled)
    results = [
        search.search(game, game.initial(), Limit(depth=DEPTH), compiled=compiled)
        for _ in range(runs)
    ]
    return results[0].nodes, median(result.seconds for result in results)


def peer(script: str, depth: int) -> tuple[int, float]:
    command = [str(PEER_PYTHON), str(PEERS / script), str(depth)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600)
    answer = json.loads(done.stdout)
    return answer["nodes"], answer["seconds"]


def table() -> list[list[str]]:
    rows = [("Outply, compiled", DEPTH, *ours(compiled=True))]
    rows.append(("Outply, the same source interpreted", DEPTH, *ours(compiled=False, runs=3)))
    if PEER_PYTHON.exists():
        rows.append(("OpenSpiel, Python alpha-beta, C++ game", DEPTH, *peer("openspiel.py", DEPTH)))
        rows.append(("easyAI, Negamax", 5, *peer("easyai.py", 5)))
    else:
        print("No peers: `make bench` installs them.", file=sys.stderr)
    fastest = rows[0][2] / rows[0][3]
    return [
        ["program", "depth", "nodes", "seconds", "nodes/s", "Outply is faster by"],
        *(
            [
                name,
                str(depth),
                f"{nodes:,}",
                f"{seconds:.4f}",
                f"{nodes / seconds:,.0f}",
                f"{fastest / (nodes / seconds):,.1f}×",
            ]
            for name, depth, nodes, seconds in rows
        ),
    ]
