"""`outply cache`: the compiled kernels on disk."""

from __future__ import annotations

import click

from outply.cli.errors import CommandGroup
from outply.cli.formatting import count_text, size_text
from outply.cli.options import json_option
from outply.cli.output import print_json, write

__all__ = ["command"]


@click.group(cls=CommandGroup)
def command() -> None:
    """Show or clear the cache of compiled games."""


@command.command
@json_option
def show(as_json: bool) -> None:
    """Say where the compiled kernels are, how many there are, and how large they are."""
    from outply.compiler.cache_folder import cache_directory, cache_usage

    usage = cache_usage()
    if as_json:
        from outply.cli.schemas import CacheDocument

        print_json(CacheDocument(folder=str(cache_directory()), **usage._asdict()))
    else:
        kernels = count_text(usage.kernels, "compiled kernel")
        write(f"{cache_directory()}: {kernels}, {size_text(usage.bytes)}")


@command.command
@json_option
def clear(as_json: bool) -> None:
    """Remove all compiled kernels without asking; they are compiled again when needed."""
    from outply.compiler.cache_folder import cache_directory, cache_usage, clear_cache

    removed = clear_cache()
    if as_json:
        from outply.cli.schemas import CacheDocument

        document = CacheDocument(
            folder=str(cache_directory()),
            **cache_usage()._asdict(),
            removed_kernels=removed.kernels,
            removed_bytes=removed.bytes,
        )
        print_json(document)
    else:
        kernels = count_text(removed.kernels, "compiled kernel")
        write(f"Removed {kernels}, {size_text(removed.bytes)}, from {cache_directory()}")
