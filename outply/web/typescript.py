"""Write the messages as TypeScript: `python -m outply.web.typescript web/src/lib/messages.ts`.

Page and server then agree on each field, and the page's type checker says where they do not.
"""

from __future__ import annotations

import sys
import types
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from outply.web import messages

__all__ = ["typescript"]

HEADER = "// Written by `python -m outply.web.typescript` from outply/web/messages.py.\n"
BASIC = {
    int: "number",
    float: "number",
    bool: "boolean",
    str: "string",
    type(None): "null",
    Any: "unknown",
}
REQUESTS = typing.get_args(messages.Request)
MESSAGES = (*REQUESTS, *typing.get_args(messages.Answer))


def typescript() -> str:
    """All messages and their parts as TypeScript."""
    return "\n".join([HEADER, *(_interface(struct) for struct in _structs())])


def _structs() -> Iterator[type[msgspec.Struct]]:
    """The messages, their parts, and what several messages have in common."""
    for each in vars(messages).values():
        if isinstance(each, type) and _is_written(each):
            yield each


def _is_written(struct: type[Any]) -> bool:
    is_part = issubclass(struct, messages.MessagePart) and struct is not messages.MessagePart
    return is_part and not struct.__name__.startswith("_")


def _interface(struct: type[msgspec.Struct]) -> str:
    base: Any = struct.__base__
    inherited = msgspec.structs.fields(base) if _is_written(base) else ()
    lines = [f'  type: "{struct.__struct_config__.tag}";'] if struct in MESSAGES else []
    for field in msgspec.structs.fields(struct)[len(inherited) :]:
        mark = "?" if _is_given(struct) and not field.required else ""
        lines.append(f"  {field.name}{mark}: {_type(field.type)};")
    head = f"export interface {struct.__name__}{_extends(base) if inherited else ''}"
    return f"{_comment(struct)}{head} {{\n" + "\n".join(lines) + "\n}\n"


def _extends(base: type[msgspec.Struct]) -> str:
    name = base.__name__
    return f' extends Omit<{name}, "type">' if base in MESSAGES else f" extends {name}"


def _is_given(struct: type[msgspec.Struct]) -> bool:
    """Whether the page writes it: what has a default there may be left out."""
    is_request = any(issubclass(request, struct) for request in REQUESTS)
    return is_request or struct in (messages.At, messages.Limits, messages.ClockInfo)


def _comment(struct: type[msgspec.Struct]) -> str:
    text = (struct.__doc__ or "").strip().splitlines()
    lines = "".join(f" * {line.strip()}".rstrip() + "\n" for line in text)
    return f"/**\n{lines} */\n" if lines else ""


def _type(kind: Any) -> str:
    if kind in BASIC:
        return BASIC[kind]
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return " | ".join(_type(part) for part in parts)
    if origin is list:
        inner = _type(parts[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(_type(part) for part in parts)}]"
    if origin is dict:
        return f"Record<string, {_type(parts[1])}>"
    name: str = kind.__name__
    return name


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(typescript(), encoding="utf-8")
