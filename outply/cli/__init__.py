"""The command line: parse, call, show."""

import click

from outply import __version__
from outply.cli.group import Commands

__all__ = ["main"]


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, message="outply %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """Game-tree search at native speed for games written in plain Python."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
