"""What each technique of the selective search is worth: the engine against itself without it.

python -m benchmarks techniques
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.settings import Settings
from benchmarks.words import Table, tell
from outply import Game, Limit, load
from outply.play.arena import Arena
from outply.play.arena.elo import Tally, elo
from outply.play.arena.sprt import Sprt
from outply.search.engine.engine import TECHNIQUES, allows

TITLE = "Techniques of the selective search"
ABOUT = """
The engine against the engine without one technique, at 10 ms a move, on two cores, from random
openings that are played from both sides. A sequential test (SPRT) asks whether the technique is
worth 0 or 20 Elo; both errors are 5 %. It stops when that is decided, or after the most games.
A game is not listed for a technique that its rules do not allow."""

GAMES = ("chess", "checkers")
SECONDS = 0.01
MOST_GAMES = 500
TEST = Sprt(elo0=0, elo1=20, model="logistic")
MARGIN = 0.5  # seconds that a move may be late: a busy machine must not decide a game


def match(game: Game, technique: str, games: int, folder: Path) -> Tally:
    """The results of the engine against the engine without a technique."""
    arena = Arena(
        game,
        ["engine", f"engine:{technique}=False"],
        games=games,
        limit=Limit(seconds=SECONDS),
        margin=MARGIN,
        sprt=TEST,
        store=folder / f"{game.name}-{technique}.sqlite",
        jobs=2,
    )
    return arena.run().between(0, 1)


def row(game: Game, technique: str, tally: Tally) -> list[str]:
    score = f"+{tally.wins} ={tally.draws} −{tally.losses}"
    estimate = elo(tally)
    return [
        technique,
        game.name,
        score,
        f"{estimate.value:+.0f} ± {estimate.error:.0f}",
        TEST.verdict(tally) or "undecided",
    ]


def table(settings: Settings) -> Table:
    rows = [["technique", "game", "with it", "Elo", "worth 20, not 0"]]
    most = settings.few(MOST_GAMES, 2)
    with TemporaryDirectory() as folder:
        for name in GAMES:
            game = load(name)
            for technique, needed in TECHNIQUES.items():
                if allows(game, needed):
                    rows.append(row(game, technique, match(game, technique, most, Path(folder))))
                    tell(" | ".join(rows[-1]))
    return rows
