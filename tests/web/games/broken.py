"""A file that cannot be imported."""

from outply import Gane  # noqa: F401  # this line
