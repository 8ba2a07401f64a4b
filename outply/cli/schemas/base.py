"""What all documents have in common, and how they are encoded."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

__all__ = ["SCHEMA", "Document", "Number", "encode"]

SCHEMA = 1
"""Grows when a key is removed or changes its meaning; new keys do not change it."""

Number = float | Literal["inf", "-inf"] | None
"""A number that may be infinite; null where it is unknown."""


class Document(msgspec.Struct, kw_only=True):
    """What all documents have.

    schema: The version of the schema.
    """

    schema: int = SCHEMA


def encode(document: Document) -> bytes:
    """One line of JSON; infinity is "inf" or "-inf", since JSON has no number for it."""
    return msgspec.json.encode(_finite(msgspec.to_builtins(document, enc_hook=repr)))


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(entry) for entry in value]
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        return str(value)
    return value
