"""Types as an author would write them."""

from __future__ import annotations

from outply.compiler.container_types import Dict, List, Row, Series, Set, Struct, Tuple, Union, View
from outply.compiler.object_types import (
    Iterator_,
    Known,
    Maybe,
    Object,
    RecordArray,
    Reference,
)
from outply.compiler.types import NONE, Scalar, Type

__all__ = ["show", "with_article"]

LONGEST_NAME = 100  # of a type in a message


def show(kind: Type | None) -> str:
    """The type as an author would write it."""
    if kind is None:
        return "nothing yet"
    if isinstance(kind, Scalar):
        return kind.name
    if isinstance(kind, (Struct, Object)):
        return kind.cls.__name__
    if isinstance(kind, Union):
        return " | ".join(show(item) for item in kind.items)
    if isinstance(kind, Known):
        names = (getattr(kind.value, name, None) for name in ("shown", "__name__"))
        return next((name for name in names if isinstance(name, str)), type(kind.value).__name__)
    if isinstance(kind, (Maybe, Reference)):
        return show(kind.type)
    return _show_container(kind)


def with_article(kind: Type) -> str:
    """The type in a sentence: `an int`."""
    if kind == NONE:
        return "None"
    name = show(kind)
    name = name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…"
    return f"{'an' if name[0] in 'aeiouAEIO' else 'a'} {name}"


def _show_container(kind: Type) -> str:
    if isinstance(kind, Row):
        return f"tuple[{', '.join([show(kind.item)] * min(kind.size, 3))}{_more(kind.size)}]"
    if isinstance(kind, Tuple):
        return f"tuple[{', '.join(map(show, kind.items[:3])) or '()'}{_more(kind.size)}]"
    if isinstance(kind, View):
        return kind.name
    if isinstance(kind, Series):
        return f"tuple[{show(kind.item)}, ...]"
    if isinstance(kind, List):
        return f"{kind.cls.__name__}[{show(kind.item)}]"
    if isinstance(kind, Dict):
        if kind.key is None:
            return f"empty {kind.cls.__name__}"
        return f"{kind.cls.__name__}[{show(kind.key)}, {show(kind.item)}]"
    if isinstance(kind, Set):
        return f"{'frozenset' if kind.frozen else 'set'}[{show(kind.key)}]"
    if isinstance(kind, RecordArray):
        element = kind.narrow or show(kind.element)
        return f"Array[{f'Atomic[{element}]' if kind.is_atomic else element}]"
    if isinstance(kind, Iterator_):
        return f"iterator of {show(kind.item)}"
    cls = getattr(kind, "cls", None)
    return cls.__name__ if cls is not None else type(kind).__name__.lower()


def _more(size: int) -> str:
    return f", … {size} items" if size > 3 else ""
