"""Lists that change, dicts and sets.

A dict or set is small: its entries stand in order of insertion and a key is looked for one by
one. Its header is that of a list: where the entries are, how many, how many have room.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from typing import Any

from outply.compiler.compare import Comparisons
from outply.compiler.container_types import Dict, List, Series, Set, Tuple
from outply.compiler.flow import truth
from outply.compiler.module import Instance, TypesWidened
from outply.compiler.object_types import Closure, Known
from outply.compiler.refusals import CompileError
from outply.compiler.sequences import FIRST_ROOM, HEADER, ROOM, Span, is_indexable
from outply.compiler.type_join import Differing, join
from outply.compiler.type_relations import as_made_now, unhashable_part
from outply.compiler.type_text import show
from outply.compiler.types import BOOL, INT, NONE, WIDE, WIDE_BITS, Type, Value

__all__ = ["Containers", "Site"]


class Site:
    """The expression that made a list, dict or set, in one instance of its function."""

    def __init__(self, key: Any, instance: Instance) -> None:
        self.key, self.instance = (key, instance.kinds), instance

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Site) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


class Containers(Comparisons):
    """What changes lists, dicts and sets."""

    def site(self, node: Any, role: Any = "") -> Site:
        return Site((id(node), role), self.instance)

    def widen(self, container: Value, item: Type, name: str = "item") -> Type:
        """The type of a container's items, to one of which a value is going to be set.

        Where that is too narrow, the function that made the container is written again.
        """
        kind = container.type
        _require_changeable(kind, item, self.changes_default())
        known: Type | None = getattr(kind, name)
        wider = item if known is None else self.joint(known, item)
        if wider == known:
            return wider
        site = getattr(kind, "site", None)
        if site is None:
            hint = "annotate the list where it is made"
            raise CompileError(f"{show(item)} is put into {show(kind)}", hint)
        raise self._widened_site(site, name, wider)

    def _widened_site(self, site: Any, name: str, wider: Type) -> Exception:
        """Note what a container holds that is made somewhere."""
        role = (site, name)
        before, known = self.module.sites.get(role), self.known_items(site, name)
        self.module.sites[role] = wider if known is None else self.joint(known, wider)
        return self.module.again(site.instance, self.module.sites[role] == before)

    def known_items(self, site: object, name: str = "item") -> Type | None:
        """What a container that is made somewhere turned out to hold, as that is made now."""
        known = self.module.sites.get((site, name)) if site is not None else None
        return None if known is None else self.as_made_now(known)

    def as_made_now(self, kind: Type) -> Type:
        """A type that was remembered: containers in it may hold more since then."""
        return as_made_now(kind, self.module.sites)

    def _as_container(self, value: Value, kind: Type) -> Value:
        """An empty container as one of some items, which every variable that refers to it has."""
        site = getattr(value.type, "site", None)
        for name in ("item", "key"):
            mine, theirs = getattr(value.type, name, None), getattr(kind, name, None)
            is_new = site is not None and (site, name) not in self.module.sites
            if is_new and mine is None and theirs is not None:
                raise self._widened_site(site, name, theirs)
        return super()._as_container(value, kind)

    def site_type(self, site: Site | None, name: str, kind: Type | None) -> Type | None:
        """The type of the items of a new container: at least what is put into it later."""
        known = self.known_items(site, name)
        if known is None or kind is None:
            return kind if known is None else known
        return self.joint(known, kind)

    def site_item(self, site: object, item: Type) -> Type:
        found = self.site_type(site, "item", item)  # type: ignore[arg-type]
        assert found is not None
        return found

    def joint(self, one: Type, other: Type) -> Type:
        """The type that holds both; lists of different items are made with the joint type."""
        try:
            return join(one, other)
        except Differing as differing:
            sites = [kind.site for kind in (differing.left, differing.right) if kind.site]
            if len(sites) < 2:
                raise
            before = [self.module.sites.get((site, differing.name)) for site in sites]
            for site in sites:
                self.module.sites[site, differing.name] = differing.joint
            hopeless = all(known == differing.joint for known in before)
            raise self.module.again(None, hopeless) from None

    def filled(self, site: object, write: Callable[[], Value]) -> Value:
        """Write code that fills a new container, and again once the type of its items is known.

        So the function around it need not be written again.
        """
        module, mark, env = self.module, len(self.lines), self.env
        before, edges = self.under_way(), [(items, len(items)) for items in self.lists]
        position = len(module.instances)
        while True:
            known = self._types_of(site)
            try:
                return write()
            except TypesWidened as again:
                if again.instance is not self.instance or self._types_of(site) == known:
                    raise
            module.forget(position)
            del self.lines[mark:]
            self.take_up(before)
            for items, length in edges:
                del items[length:]
            self.env = env

    def _types_of(self, site: object) -> list[Type | None]:
        return [self.module.sites.get((site, name)) for name in ("item", "key")]

    # -- lists --------------------------------------------------------------------------------

    def empty_list(self, site: Site) -> Value:
        """A new list in the region, with room for a few items."""
        item = self.site_type(site, "item", None)
        room = FIRST_ROOM // item.words if item is not None and item.words else 0
        header = self.allocate(HEADER + room * (item.words if item is not None else 0))
        self.write_header(header, self.at(header, HEADER), "0", str(room))
        return Value(List(item, site=site), header)

    def empty_list_in_frame(self, site: Site, has_room: bool) -> Value:
        """A new list whose header lies in the frame, and its first items if it `has_room`."""
        item = self.site_type(site, "item", None)
        header = self.words(HEADER)
        room = ROOM // item.words if has_room and item is not None and item.words else 0
        data = self.words(room * item.words) if room and item is not None else "null"
        self.write_header(header, data, "0", str(room))
        return Value(List(item, site=site), header)

    def deque_of(self, items: Value) -> Value:
        """A new list, as a deque."""
        kind = items.type_as(List)
        return Value(List(kind.item, kind.constant, kind.site, deque), *items.parts)

    def pop_first(self, container: Value) -> Value:
        """Take out the first item: those behind it stay where they are."""
        span = self.span_of(container)
        item = self.copied(self.load(span.item, span.place))
        self.do(f"store ptr {self.at(span.place, span.item.words)}, ptr {container.text}")
        for index in (1, 2):  # its length, and the room that is left
            number = self.op(f"load i64, ptr {self.at(container.text, index)}")
            left = self.op(f"sub i64 {number}, 1")
            self.do(f"store i64 {left}, ptr {self.at(container.text, index)}")
        return item

    def append(self, container: Value, item: Value) -> None:
        if item.type in (WIDE, WIDE_BITS):
            item = self.whole(item)  # a list holds exact numbers
        kind = self.widen(container, item.type)
        item = self.copied(item)
        place, _ = self.reserve(container, kind)
        self.store(place, kind, item)

    def set_index(self, container: Value, index: Value, item: Value) -> None:
        """`container[index] = item`."""
        container = self._changeable(container, "set")
        if isinstance(container.type, Dict):
            self.set_key(container, index, item)
            return
        kind = self.widen(container, item.type)
        item = self.copied(item)
        span = self.span_of(Value(List(kind, size=container.type_as(List).size), container.text))
        at = self.checked_index(self.whole(index), span.size, "list assignment")
        self.store(self.item_place(span, at), kind, item)

    def _changeable(self, container: Value, change: str) -> Value:
        """The list or dict whose items are set or deleted."""
        container = self.one_of(container, lambda kind: isinstance(kind, (List, Dict)), "[…]")
        if not isinstance(container.type, (List, Dict)):
            message = f"the items of a {show(container.type).partition('[')[0]} cannot be {change}"
            raise CompileError(message, "make a list of it first: list(…)")
        return container

    def delete_index(self, container: Value, index: Value) -> None:
        """`del container[index]`."""
        container = self._changeable(container, "deleted")
        if isinstance(container.type, Dict):
            at = self._required_key(container, index)
            self.remove_at(container, at, self._entry(container.type))
            return
        self.widen(container, container.type_as(List).item or INT)
        span = self.span_of(container)
        at = self.checked_index(self.whole(index), span.size, "list assignment")
        self.remove_at(container, at, span.item)

    def remove_at(self, container: Value, at: str, item: Type) -> None:
        """Take out an entry; those behind it move up."""
        data = self.op(f"load ptr, ptr {container.text}")
        size = self.op(f"load i64, ptr {self.at(container.text, 1)}")
        left = self.op(f"sub i64 {size}, 1")
        behind = self.op(f"sub i64 {left}, {at}")
        place = self.at(data, self._scaled(at, item.words))
        self.copy_words(place, self.at(place, item.words), self._scaled(behind, item.words))
        self.do(f"store i64 {left}, ptr {self.at(container.text, 1)}")

    def insert_at(self, container: Value, at: str, item: Value, kind: Type) -> None:
        """Put an item before the one at an index; those from there on move down."""
        item = self.copied(item)
        _, size = self.reserve(container, kind)
        data = self.op(f"load ptr, ptr {container.text}")
        place = self.at(data, self._scaled(at, kind.words))
        behind = self.op(f"sub i64 {size}, {at}")
        self.copy_words(self.at(place, kind.words), place, self._scaled(behind, kind.words))
        self.store(place, kind, item)

    def extend(self, container: Value, span: Span) -> None:
        """Add the items of a run, which may be those of the list itself."""
        kind = self.widen(container, span.item)
        place, _ = self.reserve(container, kind, span.size)
        if span.characters:
            new = Span(place, span.size, kind)
            self.repeat(
                span.size,
                lambda at: self.store(self.item_place(new, at), kind, self.at_index(span, at)),
            )
            return
        self.convert_span(place, kind, Value(Series(span.item), span.place, span.size))

    # -- dicts and sets -----------------------------------------------------------------------

    def empty_dict(self, site: Site, like: Dict | None = None) -> Value:
        """A new dict, of the class of another one."""
        key, item = self.site_type(site, "key", None), self.site_type(site, "item", None)
        made, _ = self.new_list(INT, "0")
        cls, factory = (like.cls, like.factory) if like is not None else (dict, None)
        return Value(Dict(key, item, site=site, cls=cls, factory=factory), made.text)

    def empty_set(self, site: Site, frozen: bool = False) -> Value:
        made, _ = self.new_list(INT, "0")
        return Value(Set(self.site_type(site, "key", None), frozen, site=site), made.text)

    def _entry(self, kind: Type) -> Type:
        """The type of an entry: of a dict, key and item; of a set, the key."""
        if isinstance(kind, Dict):
            return Tuple((kind.key or NONE, kind.item or NONE))
        assert isinstance(kind, Set)
        return kind.key or NONE

    def entries(self, container: Value) -> Span:
        place = self.op(f"load ptr, ptr {container.text}")
        size = self.op(f"load i64, ptr {self.at(container.text, 1)}")
        return Span(place, size, self._entry(container.type))

    def key_at(self, container: Value, span: Span, at: str) -> Value:
        kind = container.type
        assert isinstance(kind, (Dict, Set))
        return self.load(kind.key or NONE, self.item_place(span, at))

    def value_at(self, container: Value, span: Span, at: str) -> Value:
        kind = container.type_as(Dict)
        words = (kind.key or NONE).words
        return self.load(kind.item or NONE, self.at(self.item_place(span, at), words))

    def find_key(self, container: Value, key: Value) -> str:
        """The place of a key, or -1."""
        self._require_hashable(key, List | Dict)
        kind = container.type
        assert isinstance(kind, (Dict, Set))
        if kind.key is None:
            return "-1"
        span = self.entries(container)
        return self.first_index(
            span.size, lambda at: self.equal(self.key_at(container, span, at), key).text
        )

    def _require_hashable(self, key: Value, refused: Any) -> None:
        name = unhashable_part(key.type, refused)
        if name:
            raise self.failure(TypeError, f"unhashable type: '{name}'")

    def _required_key(self, container: Value, key: Value) -> str:
        at = self.find_key(container, key)
        self.fail_if(self.op(f"icmp slt i64 {at}, 0"), KeyError, "a key is missing")
        return at

    def index(self, value: Value, index: Value) -> Value:
        value = self.one_of(value, is_indexable, "[…]")
        if isinstance(value.type, Dict):
            return self.get_key(value, index)
        return super().index(value, index)

    def get_key(self, container: Value, key: Value) -> Value:
        """`container[key]` of a dict."""
        kind = container.type_as(Dict)
        if kind.cls is Counter:
            return self.get_or(container, key, self.constant_int(0))
        if kind.factory is not None:
            return self._get_or_make(container, key)
        at = self._required_key(container, key)
        if kind.key is None or kind.item is None:  # nothing was put into it so far
            raise self.failure(KeyError, "a key is missing")
        return self.value_at(container, self.entries(container), at)

    def _get_or_make(self, container: Value, key: Value) -> Value:
        """`container[key]` of a defaultdict: a key that is missing is added."""
        kind = container.type
        assert isinstance(kind, Dict) and kind.factory is not None
        if kind.constant:
            raise CompileError(
                "reading a missing key changes a defaultdict of the module",
                "use .get(key, default)",
            )
        kept, wanted = self.keep(container), self.keep(self.copied(key))
        self.widen(container, key.type, "key")
        yes, no, env = self.label(), self.label(), self.env
        self.enter_if(self.op(f"icmp slt i64 {self.find_key(container, key)}, 0"), yes, no)
        self.set_key(kept.get(), wanted.get(), self.made_by(kind.factory, kind.site))
        self.go_on_at(no)
        self.env = env
        found = kept.get()
        return self.value_at(found, self.entries(found), self.find_key(found, wanted.get()))

    def made_by(self, factory: Known, site: Site | None) -> Value:
        """What a function without arguments gives, of which new items are made."""
        raise NotImplementedError

    def get_or(self, container: Value, key: Value, default: Value) -> Value:
        """`container.get(key, default)`."""
        kind = container.type_as(Dict)
        if kind.item is None:
            return default
        joint = self.joint(kind.item, default.type)
        at = self.find_key(container, key)
        place = self.words(max(joint.words, 1))
        hit, miss, end = self.label(), self.label(), self.label()
        self.enter_if(self.op(f"icmp sge i64 {at}, 0"), hit, miss)
        self.store(place, joint, self.value_at(container, self.entries(container), at))
        self.jump(end)
        self.start(miss)
        self.store(place, joint, default)
        self.go_on_at(end)
        return self.load(joint, place)

    def set_key(self, container: Value, key: Value, item: Value) -> None:
        """`container[key] = item`."""
        self._require_hashable(key, List | Dict | Set)
        key_type = self.widen(container, key.type, "key")
        item_type = self.widen(container, item.type)
        container = Value(Dict(key_type, item_type), container.text)
        key, item = self.copied(key), self.copied(item)
        self.store(self._place_of_key_in(container, key, key_type), item_type, item)

    def _place_of_key_in(self, container: Value, key: Value, kind: Type) -> str:
        """Where the value of a key is; the key is added if it is missing."""
        at = self.find_key(container, key)
        place = self.alloca("ptr")
        hit, miss, end = self.label(), self.label(), self.label()
        self.enter_if(self.op(f"icmp sge i64 {at}, 0"), hit, miss)
        here = self.at(self.item_place(self.entries(container), at), kind.words)
        self.do(f"store ptr {here}, ptr {place}")
        self.jump(end)
        self.start(miss)
        new, _ = self.reserve(container, self._entry(container.type))
        self.store(new, kind, key)
        self.do(f"store ptr {self.at(new, kind.words)}, ptr {place}")
        self.go_on_at(end)
        return self.op(f"load ptr, ptr {place}")

    def add_key(self, container: Value, key: Value) -> None:
        """`container.add(key)`."""
        self._require_hashable(key, List | Dict | Set)
        kind = self.widen(container, key.type, "key")
        container = Value(Set(kind), container.text)
        key = self.copied(key)
        at = self.find_key(container, key)
        miss, end = self.label(), self.label()
        self.enter_if(self.op(f"icmp slt i64 {at}, 0"), miss, end)
        place, _ = self.reserve(container, kind)
        self.store(place, kind, key)
        self.go_on_at(end)

    def discard(self, container: Value, key: Value, required: bool) -> None:
        """`container.remove(key)`, or `discard`."""
        kind = container.type
        self.widen(container, getattr(kind, "key", None) or key.type, "key")
        at = self._required_key(container, key) if required else self.find_key(container, key)
        hit, end = self.label(), self.label()
        self.enter_if(self.op(f"icmp sge i64 {at}, 0"), hit, end)
        self.remove_at(container, at, self._entry(kind))
        self.go_on_at(end)

    def all_in(self, some: Value, others: Value) -> Value:
        """Whether all keys of one set are in another."""
        if some.type.key is None:  # type: ignore[attr-defined]
            return truth(True)
        span = self.entries(some)
        missing = self.first_index(
            span.size,
            lambda at: self.op(
                f"icmp slt i64 {self.find_key(others, self.key_at(some, span, at))}, 0"
            ),
        )
        return Value(BOOL, self.op(f"icmp slt i64 {missing}, 0"))

    def _equal_dicts(self, left: Value, right: Value) -> Value:
        sizes = [self.length(value).text for value in (left, right)]
        alike = Value(BOOL, self.op(f"icmp eq i64 {sizes[0]}, {sizes[1]}"))
        if left.type.key is None or right.type.key is None:  # type: ignore[attr-defined]
            return alike
        span, others = self.entries(left), self.entries(right)

        def differs(at: str) -> str:
            there = self.find_key(right, self.key_at(left, span, at))
            missing = self.op(f"icmp slt i64 {there}, 0")
            safe = self.op(f"call i64 @llvm.smax.i64(i64 {there}, i64 0)")
            mine, theirs = self.value_at(left, span, at), self.value_at(right, others, safe)
            other = self.negated(self.equal(mine, theirs)).text
            return self.op(f"select i1 {missing}, i1 true, i1 {other}")

        size = self._select(alike.text, span.size, "0")
        found = self.first_index(size, differs)
        return self.both(alike, Value(BOOL, self.op(f"icmp slt i64 {found}, 0")))

    def chosen_keys(
        self,
        site: Site,
        some: Value,
        wanted: Callable[[Value], str] | None,
        into: Value | None = None,
    ) -> Value:
        """A new set of those keys of a set for which a condition holds."""
        kind = some.type_as(Set)
        made = into or self.empty_set(site)
        if kind.key is None:
            return made
        span = self.entries(some)

        def add(at: str) -> None:
            key = self.key_at(some, span, at)
            if wanted is None:
                self.add_key(made, key)
            else:
                self._add_key_if(wanted, made, key)

        self.repeat(span.size, add)
        return made

    def _add_key_if(self, wanted: Callable[[Value], str], made: Value, key: Value) -> None:
        yes, end = self.label(), self.label()
        self.enter_if(wanted(key), yes, end)
        self.add_key(made, key)
        self.go_on_at(end)

    # -- what the layers above know -----------------------------------------------------------

    def changes_default(self) -> bool:
        """Whether a statement names a parameter whose default is a list, dict or set."""
        raise NotImplementedError


def _require_changeable(kind: Type, item: Type, is_default: bool) -> None:
    """Refuse to change a constant of the module, and to keep a function of one turn of a loop."""
    if getattr(kind, "constant", False) and is_default:
        raise CompileError(
            "the default value of a parameter is changed here",
            "use None as the default, and make a new list, dict or set in the function",
        )
    if getattr(kind, "constant", False):
        raise CompileError(
            f"a constant {show(kind).partition('[')[0]} of the module is changed here",
            "copy it first: list(…), dict(…) or set(…)",
        )
    if isinstance(item, Closure) and getattr(item.function, "of_one_turn", False):
        raise CompileError(
            "a function is stored that uses a variable of a loop, which changes with each turn",
            "give the value as a default: lambda x=x: …",
        )
