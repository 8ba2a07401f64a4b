"""What the server tells each worker process."""

from __future__ import annotations

import msgspec

__all__ = ["Configuration"]


class Configuration(msgspec.Struct, frozen=True):
    """The games of the command line by the names that pages use, and the secret of hidden moves."""

    files: dict[str, str]
    secret: bytes
