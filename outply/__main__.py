"""`python -m outply`."""

from outply.cli import main

main(prog_name="outply")
