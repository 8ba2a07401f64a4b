"""The type of a variable where two branches meet: it holds the values of both.

`flow.py` asks for it where paths of the program join.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Any

from outply.compiler.container_types import (
    MOST_SHAPES,
    Dict,
    List,
    Row,
    Series,
    Set,
    Struct,
    Tuple,
    Union,
    View,
)
from outply.compiler.object_types import (
    Iterator_,
    Known,
    Maybe,
    NumberTable,
    RecordArray,
    RecordReference,
    Reference,
    RefusedType,
)
from outply.compiler.refusals import CompileError
from outply.compiler.type_parts import item_types, nesting, tuple_type
from outply.compiler.type_text import show
from outply.compiler.types import BITS, BOOL, FLOAT, INT, NONE, WIDE, Scalar, Type, is_number

__all__ = ["MOST_NESTING", "Differing", "Endless", "join", "join_all"]

MOST_NESTING = 12  # of unions and results
MOST_UNIONS = 4  # one in the other


def join(one: Type, other: Type) -> Type:
    """The type that holds the values of both."""
    if one == other:
        return one
    if isinstance(one, Maybe) or isinstance(other, Maybe):
        return Maybe(join(_inner(one), _inner(other)))
    if isinstance(one, Reference) or isinstance(other, Reference):
        return join(*(kind.type if isinstance(kind, Reference) else kind for kind in (one, other)))
    if isinstance(one, RefusedType) or isinstance(other, RefusedType):
        return one if isinstance(one, RefusedType) else other
    if is_number(one) and is_number(other):
        return _joint_number(one, other)
    found = _joint_sequence(one, other) or _joint_container(one, other)
    return found or _joint_union(one, other)


def join_all(kinds: Iterable[Type]) -> Type:
    return reduce(join, kinds)


def _inner(kind: Type) -> Type:
    return kind.type if isinstance(kind, Maybe) else kind


def _joint_number(one: Type, other: Type) -> Type:
    assert isinstance(one, Scalar) and isinstance(other, Scalar)
    if BOOL in (one, other) or FLOAT in (one, other):
        return _joint_union(one, other)  # neither True nor 1.0 is 1 where it is shown
    return WIDE if {one, other} == {INT, BITS} else max(one, other, key=lambda kind: kind.rank)


def _joint_sequence(one: Type, other: Type) -> Type | None:
    if isinstance(one, Struct) and isinstance(other, Struct):
        if one.cls is not other.cls:
            return None
        return Struct(one.cls, one.names, tuple(map(join, one.items, other.items)))
    return _joint_tuple(one, other)


def _joint_tuple(one: Type, other: Type) -> Type | None:
    plain = (Row, Tuple, Series)
    if isinstance(one, View) or isinstance(other, View):
        return _joint_view(one, other)
    if not (isinstance(one, plain) and isinstance(other, plain)):
        return None
    if not isinstance(one, Series) and not isinstance(other, Series) and one.size == other.size:
        return tuple_type(map(join, one.items, other.items))
    kinds = [*item_types(one), *item_types(other)]
    if not kinds:
        return Tuple(())
    item = join_all(kinds)
    return None if _is_mixed(item) else Series(item)


def _joint_view(one: Type, other: Type) -> Type | None:
    if not (isinstance(one, View) and isinstance(other, View) and one.name == other.name):
        return None
    return View(join(one.item, other.item), one.name)


def _is_mixed(kind: Type) -> bool:
    """Whether a union holds values of quite different kinds."""
    return isinstance(kind, Union) and len([item for item in kind.items if item != NONE]) > 1


def _joint_container(one: Type, other: Type) -> Type | None:
    if isinstance(one, List) and isinstance(other, List) and one.cls is other.cls:
        item = _same_items(one, other, "item")
        return List(item, one.constant or other.constant, one.site or other.site, one.cls)
    if isinstance(one, Set) and isinstance(other, Set) and one.frozen == other.frozen:
        key = _same_items(one, other, "key")
        return Set(key, one.frozen, one.constant or other.constant, one.site or other.site)
    if isinstance(one, Dict) and isinstance(other, Dict) and _same_class(one, other):
        key, item = _same_items(one, other, "key"), _same_items(one, other, "item")
        constant, site = one.constant or other.constant, one.site or other.site
        return Dict(key, item, constant, site, one.cls, one.factory)
    return None


def _same_class(one: Any, other: Any) -> bool:
    """Whether two containers are of the same class, such as defaultdict."""
    pairs = ((one.cls, other.cls), (getattr(one, "factory", 0), getattr(other, "factory", 0)))
    return all(mine == theirs for mine, theirs in pairs)


def _same_items(one: Any, other: Any, name: str) -> Type | None:
    """Containers can change, so what is in them cannot be converted."""
    mine: Type | None = getattr(one, name)
    theirs: Type | None = getattr(other, name)
    if mine is None or theirs is None or mine == theirs:
        return mine or theirs
    raise Differing(one, other, name)


class Differing(CompileError):
    """Two containers of different item types meet in one variable."""

    def __init__(self, left: Any, right: Any, name: str) -> None:
        super().__init__(
            f"{show(left)} and {show(right)} meet in one variable",
            "give them the same kind of items, or use two variables",
        )
        self.left, self.right, self.name = left, right, name
        self.joint = join(getattr(left, name), getattr(right, name))


class Endless(CompileError):
    """Types that contain each other grow, and would go on to do so."""

    def __init__(self) -> None:
        super().__init__(
            "a value here contains others of its own kind, to any depth",
            "keep the items in one list, and refer to them by their index there",
        )


def _alternatives(kind: Type) -> tuple[Type, ...]:
    return kind.items if isinstance(kind, Union) else (kind,)


def _joint_union(one: Type, other: Type) -> Type:
    found: list[Type] = []
    for kind in (*_alternatives(one), *_alternatives(other)):
        is_fixed = isinstance(kind, Known) and not kind.can_be_chosen
        if is_fixed or isinstance(kind, (Iterator_, RecordReference, RecordArray, NumberTable)):
            raise CompileError(
                f"{show(one)} and {show(other)} meet in one variable", "use two variables"
            )
        for index, known in enumerate(found):
            if _merge(known, kind):
                found[index] = join(known, kind)
                break
        else:
            found.append(kind)
    found = _with_few_shapes(found)
    found.sort(key=show)
    joint = Union(tuple(found)) if len(found) > 1 else found[0]
    if nesting(joint) > MOST_NESTING or nesting(joint, Union) > MOST_UNIONS:
        raise Endless
    return joint


def _with_few_shapes(kinds: list[Type]) -> list[Type]:
    """Let tuples of many lengths be one type, since a loop may add items again and again."""
    shapes = [kind for kind in kinds if isinstance(kind, (Row, Tuple, Series))]
    if len(shapes) <= MOST_SHAPES:
        return kinds
    items = [item for kind in shapes for item in item_types(kind)]
    return [*(kind for kind in kinds if kind not in shapes), Series(join_all(items))]


def _merge(one: Type, other: Type) -> bool:
    """Whether two alternatives of a union are better one."""
    if one == other:
        return True
    if BOOL in (one, other) or FLOAT in (one, other):
        return False
    if is_number(one) and is_number(other):
        return True
    return _merge_containers(one, other)


def _merge_containers(one: Type, other: Type) -> bool:
    kinds = (Row, Tuple, Series)
    if isinstance(one, kinds) and isinstance(other, kinds):
        return _joint_sequence(one, other) is not None
    if isinstance(one, Struct) and isinstance(other, Struct):
        return one.cls is other.cls
    if isinstance(one, (List, Dict)):
        return type(one) is type(other) and _same_class(one, other)
    return isinstance(one, Set) and isinstance(other, Set) and one.frozen == other.frozen
