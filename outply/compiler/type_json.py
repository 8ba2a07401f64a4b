"""Types as JSON, for kernels that are kept on disk."""

from __future__ import annotations

import functools
import sys
from typing import Any

from outply.compiler.container_types import Dict, List, Row, Series, Set, Struct, Tuple, Union, View
from outply.compiler.object_types import Iterator_, Member, NumberTable, RecordReference
from outply.compiler.type_inference import Misfit
from outply.compiler.type_text import show
from outply.compiler.types import BITS, BOOL, FLOAT, INT, NONE, TEXT, WIDE, WIDE_BITS, Type

__all__ = ["find_class", "from_json", "to_json"]

NAMED = {
    **{"int": INT, "Bits": BITS, "float": FLOAT, "bool": BOOL, "None": NONE, "str": TEXT},
    **{"wide": WIDE, "wide Bits": WIDE_BITS},
}


def to_json(kind: Type | None) -> Any:
    """A type as plain data; raises Misfit for what another process cannot find again."""
    for name, scalar in NAMED.items():
        if kind == scalar:
            return name
    if kind is None:
        return None
    if isinstance(kind, Row):
        return ["row", to_json(kind.item), kind.size]
    if isinstance(kind, (Tuple, Union)):
        return [type(kind).__name__.lower(), *map(to_json, kind.items)]
    if isinstance(kind, Struct):
        return ["record", _class_name(kind.cls), list(kind.names), *map(to_json, kind.items)]
    if isinstance(kind, (Member, RecordReference)):
        return [type(kind).__name__.lower(), _class_name(kind.cls)]
    if isinstance(kind, (List, Dict)) and kind.cls not in (list, dict):
        raise Misfit(f"{show(kind)} cannot be kept")
    if isinstance(kind, View):
        return ["view", to_json(kind.item), kind.name]
    if isinstance(kind, (Series, List, Iterator_)):
        return [type(kind).__name__.lower().strip("_"), to_json(kind.item)]
    if isinstance(kind, Set):
        return ["set", to_json(kind.key), kind.frozen]
    if isinstance(kind, Dict):
        return ["dict", to_json(kind.key), to_json(kind.item)]
    if isinstance(kind, NumberTable):
        return ["array", kind.element, list(kind.shape)]
    raise Misfit(f"{show(kind)} cannot be kept")


def from_json(data: Any) -> Type:
    """The type that `to_json` wrote; raises LookupError if a class is no longer there."""
    if data is None or isinstance(data, str):
        return NAMED[data or "None"]
    name, *rest = data
    if name == "row":
        return Row(from_json(rest[0]), rest[1])
    if name in ("tuple", "union"):
        items = tuple(map(from_json, rest))
        return Tuple(items) if name == "tuple" else Union(items)
    if name == "record":
        return Struct(find_class(rest[0]), tuple(rest[1]), tuple(map(from_json, rest[2:])))
    if name in ("member", "recordreference"):
        cls = find_class(rest[0])
        return Member(cls) if name == "member" else RecordReference(cls)
    if name in ("series", "list", "iterator"):
        inner = from_json(rest[0])
        return (
            Series(inner)
            if name == "series"
            else List(inner)
            if name == "list"
            else Iterator_(inner)
        )
    if name == "view":
        return View(from_json(rest[0]), rest[1])
    if name == "set":
        return Set(from_json(rest[0]), rest[1])
    if name == "dict":
        return Dict(from_json(rest[0]), from_json(rest[1]))
    return NumberTable(rest[0], tuple(rest[1]))


def _class_name(cls: type) -> str:
    name = f"{cls.__module__}:{cls.__qualname__}"
    try:
        if find_class(name) is cls:
            return name
    except (LookupError, AttributeError):
        pass
    raise Misfit(f"{cls.__name__} cannot be found by its name")


def find_class(name: str) -> Any:
    module, _, path = name.partition(":")
    return functools.reduce(getattr, path.split("."), sys.modules[module])
