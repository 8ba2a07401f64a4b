"""`outply learn`: learn an evaluation of a game from self-play."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from outply.cli.errors import STOPPED
from outply.cli.formatting import count_text, duration_text
from outply.cli.learn_progress import LearnProgress, match_progress
from outply.cli.options import GameOptions, game_options, grouped, json_option
from outply.cli.output import console, print_json, print_message
from outply.cli.progress import activity
from outply.game import Game, OutplyError
from outply.search import Limit

if TYPE_CHECKING:
    from outply.cli.schemas import LearnDocument, LearnedParameters
    from outply.learn import LearningProgress, LearningRun
    from outply.learn.strength import Strength

__all__ = ["command"]

FOLDER = click.Path(file_okay=False, path_type=Path)
FILE = click.Path(dir_okay=False, path_type=Path)
MATCH_SECONDS = 0.05  # of each move
MINUTES = 10  # of a run, unless told otherwise


@dataclass(frozen=True)
class LearnOptions:
    """How long to learn, and what to do with the result."""

    kind: str
    minutes: float
    games: int | None
    seed: int | None
    resume: Path | None
    folder: Path | None
    out: Path | None
    match_games: int
    jobs: int | None
    interpreted: bool
    method: str
    nodes: int | None
    endings: Path | None
    start: Path | None

    def run(self, game: Game[Any]) -> LearningRun:
        """The run, new or resumed."""
        from outply.learn import Learning, LearningRun

        folder = self.resume or self.folder or _free_folder(game)
        if self.out is not None and not self.out.absolute().parent.is_dir():
            raise OutplyError(f"{self.out} cannot be written: its folder does not exist.")
        fixed = (self.seed, self.folder, self.start)
        if self.resume is not None and any(given is not None for given in fixed):
            raise OutplyError("A run that is resumed has its seed and folder; give --resume alone.")
        learning = Learning(
            *(game, folder, self.minutes, self.games, self.seed or 0),
            compiled=False if self.interpreted else None,
            kind=self.kind,
            method=self.method,
            nodes=self.nodes,
            endings=str(self.endings) if self.endings else None,
            jobs=self.jobs,
            start=self.start,
        )
        return LearningRun(learning, is_resumed=self.resume is not None)


def _free_folder(game: Game[Any]) -> Path:
    names = (f"learn-{game.name}{'' if n == 1 else f'-{n}'}" for n in count(1))
    return next(Path(name) for name in names if not Path(name).exists())


learn_options = grouped(
    "learn_options",
    LearnOptions,
    click.option(
        "--kind",
        type=click.Choice(["auto", "tables", "linear", "network", "parameters"]),
        default="auto",
        help="n-tuple tables, a linear evaluation of features, a network, or the parameters of the "
        "game's own evaluate.  [default: tables, or linear]",
    ),
    click.option(
        "--minutes",
        type=float,
        default=MINUTES,
        help="How long to train in all; the match comes on top.  [default: 10]",
    ),
    click.option("--games", type=int, help="How many games to play in all, instead of --minutes."),
    click.option("--seed", type=int, help="The seed of everything random.  [default: 0]"),
    click.option("--resume", type=FOLDER, help="Continue the run in this folder."),
    click.option("--folder", type=FOLDER, help="The folder of the run.  [default: learn-GAME]"),
    click.option("--out", type=FILE, help="The file of weights.  [default: in the folder]"),
    click.option(
        *("--match", "match_games"),
        type=click.IntRange(0),
        default=40,
        help="Games of the match at the end; 0 plays none.  [default: 40]",
    ),
    click.option(
        "--jobs",
        type=int,
        help="Games at once: of the match, and of --method fit.  [default: one per core]",
    ),
    click.option("--interpreted", is_flag=True, help="Do not compile."),
    click.option(
        "--method",
        type=click.Choice(["auto", "td", "fit"]),
        default="auto",
        help="td learns from self-play one ply ahead, fit from the searches, results and proofs of "
        "games that the engine plays.  [default: td]",
    ),
    click.option("--nodes", type=int, help="Of each search of --method fit.  [default: 2000]"),
    click.option("--endings", type=FILE, help="A table of solve --all, for labels of fit."),
    click.option("--start", type=FOLDER, help="Begin fit with the weights of the run in a folder."),
)


@click.command
@game_options
@learn_options
@json_option
def command(game_options: GameOptions, learn_options: LearnOptions, as_json: bool) -> int:
    """Learn an evaluation of GAME from play against itself.

    The run has a folder with checkpoints and metrics. After Ctrl-C, or if the process was killed,
    --resume FOLDER continues it. At the end the search that fits the game plays a match with the
    evaluation against itself without one. The first line says how long both take; --minutes is for
    the training.
    """
    with game_options.loaded() as game:
        run = learn_options.run(game)
        progress, is_interrupted = _learn(run, learn_options)
        with activity("Writing the evaluation…"):  # parameters are tuned then
            weights = run.write_weights(learn_options.out)
        strength = None
        if learn_options.match_games and not is_interrupted:
            strength = _measured(game, weights, run, learn_options)
        found = _document(game_options, run, weights, progress, is_interrupted, strength)
    if as_json:
        print_json(found)
    else:
        _show(found)
    return STOPPED if is_interrupted else 0


def _learn(run: LearningRun, options: LearnOptions) -> tuple[LearningProgress, bool]:
    """Run until the limit or Ctrl-C; and whether it was Ctrl-C."""
    print_message(f"{run.forecast()} {_match_forecast(run, options)}")
    with LearnProgress(run) as shown:
        try:
            return run.run(shown.report), False
        except KeyboardInterrupt:
            return run.progress(), True


def _match_seconds(run: LearningRun, options: LearnOptions) -> float:
    from outply.learn.match_forecast import match_seconds

    return match_seconds(options.match_games, run.mean_plies, MATCH_SECONDS, options.jobs)


def _match_forecast(run: LearningRun, options: LearnOptions) -> str:
    """What comes after the training, and how long it takes."""
    if not options.match_games:
        return "No match follows."
    games = count_text(options.match_games, "game")
    duration = duration_text(_match_seconds(run, options))
    return f"Then a match of {games}, about {duration}; --match 0 plays none."


def _measured(game: Game[Any], weights: Path, run: LearningRun, options: LearnOptions) -> Strength:
    from outply.learn.strength import measure_strength

    seconds = _match_seconds(run, options)
    with match_progress(options.match_games, seconds) as on_game:
        return measure_strength(
            *(game, weights, run.folder.path / "match.sqlite"),
            games=options.match_games,
            limit=Limit(seconds=MATCH_SECONDS),
            jobs=options.jobs,
            on_game=on_game,
        )


def _document(
    options: GameOptions,
    run: LearningRun,
    weights: Path,
    progress: LearningProgress,
    is_interrupted: bool,
    strength: Strength | None,
) -> LearnDocument:
    from outply.cli.schemas import LearnDocument, LearnedParameters, LearnedStrength
    from outply.learn.strength import search_with

    settings = [part for text in options.settings for part in ("--set", text)]
    search = search_with(run.learning.game, weights)
    command = shlex.join(["outply", "play", options.game, *settings, "--search", search])
    tuning = run.trainer.tuning
    measured = strength and LearnedStrength(**strength._asdict(), seconds=MATCH_SECONDS)
    return LearnDocument(
        game=run.learning.game.name,
        kind=run.trainer.kind,
        folder=str(run.folder.path),
        weights=str(weights),
        parameters=run.trainer.parameters,
        games=progress.games,
        moves=progress.moves,
        seconds=progress.seconds,
        loss=progress.loss,
        constant_loss=progress.constant_loss,
        compiled=run.trainer.is_compiled,
        interrupted=is_interrupted,
        tuning=LearnedParameters(**tuning._asdict()) if tuning else None,
        strength=measured or None,
        command=command,
    )


def _show_tuning(found: LearnedParameters) -> None:
    people = console()
    width = max(map(len, found.before))
    for name, before in found.before.items():
        people.print(f"{name:{width}}  {before:g} → {found.after[name]:.4g}")
    losses = f"{found.loss_before:.4f} before, {found.loss_after:.4f} after"
    people.print(f"loss on {found.held_out:,} held-out positions: {losses}")


def _continuing(found: LearnDocument) -> str:
    """The command that goes on: the game as it was named to play, and its settings."""
    words = shlex.split(found.command)
    return shlex.join(["outply", "learn", *words[2:-2], "--resume", found.folder])


def _show(found: LearnDocument) -> None:
    people = console()
    people.print(f"{found.games:,} games, {found.moves:,} moves in {found.seconds:.0f} s")
    if found.tuning is not None:
        _show_tuning(found.tuning)
    elif found.loss is not None:
        constant = f"{found.constant_loss:.3f} for a constant value"
        people.print(f"loss before learning: {found.loss:.3f} ({constant})")
    if found.strength is not None:
        match = found.strength
        games = f"{match.wins} won, {match.draws} drawn, {match.losses} lost"
        error = f"{match.error:.0f}" if isinstance(match.error, float) else "?"
        people.print(
            f"{match.elo:+.0f} ± {error} Elo against {match.opponent} "
            f"({games}; {match.seconds:g} s a move)"
        )
    people.print(f"weights:  {found.weights}")
    people.print(f"play:     {found.command}")
    if found.interrupted:
        people.print(f"continue: {_continuing(found)}")
