"""The other programs, each asked in an interpreter of their own."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

SCRIPTS = Path(__file__).parent / "peers"
PYTHON = Path(__file__).parents[1] / ".venv-bench" / "bin" / "python"
PATIENCE = 3600  # seconds


def ask(script: str, *arguments: object, stdin: str = "") -> Any:
    """What a script in `peers` prints, which is one JSON document."""
    if not PYTHON.exists():
        raise SystemExit("The peers are not installed; `make bench` installs them.")
    done = subprocess.run(
        [str(PYTHON), str(SCRIPTS / script), *map(str, arguments)],
        input=stdin,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    return json.loads(done.stdout)
