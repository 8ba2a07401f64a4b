"""The region: where lists, texts and other values of varying size lie, and when they are released.

The region is a stack of bytes that belongs to one call from the host. A value of varying size is
put on its top. A function that cannot have handed any such value to its caller puts the top back
where it was when it returns (`Instance` in `module.py`). So does a loop at the end of a turn, if no
list is in scope that could have changed; what variables hold is copied first, once much is in use.
What is released is not cleared: the next value overwrites it. `kernels.py` reserves the addresses.
"""

from __future__ import annotations

from outply.compiler.errors import RegionFull
from outply.compiler.flow import DeferredLine, Flow
from outply.compiler.module import Instance
from outply.compiler.object_types import Closure, Maybe
from outply.compiler.source import Code
from outply.compiler.type_relations import has_references, is_changeable, is_copyable
from outply.compiler.types import Type, Value

__all__ = ["FULL", "MemoryRegion"]

FULL = "the region of compiled code is full"
RECLAIM_AFTER, COPY_ROOM = 1 << 20, 1 << 24  # bytes: when to release, and room for what is kept


class RegionLine(DeferredLine):
    """Code about the region, for functions that use it."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines

    def write(self, instance: Instance) -> list[str]:
        if not (instance.allocates and instance.uses_context):
            return []
        name = instance.fresh().removeprefix("%")
        return [line.format(name) for line in self.lines]


class MemoryRegion(Flow):
    """Allocating in the region, and releasing what a loop's turn has allocated."""

    inlined: list[Code]
    collecting: int

    def allocate(self, words: int | str) -> str:
        """Memory in the region for so many words."""
        size = 8 * words if isinstance(words, int) else self.op(f"shl i64 {words}, 3")
        self.instance.uses_context = self.instance.allocates = True
        top = self.op("load ptr, ptr %ctx")
        end = self.op(f"load ptr, ptr {self.at('%ctx', 1)}")
        room = self.op(f"sub i64 {self._number(end)}, {self._number(top)}")
        self.fail_if(self.op(f"icmp ugt i64 {size}, {room}"), RegionFull, FULL)
        self.do(f"store ptr {self.op(f'getelementptr i8, ptr {top}, i64 {size}')}, ptr %ctx")
        return top

    def _number(self, pointer: str) -> str:
        return self.op(f"ptrtoint ptr {pointer} to i64")

    def mark_region(self) -> str:
        """Note how full the region is where a loop begins."""
        slot = self.alloca("ptr")
        self.lines.append(
            RegionLine(["  %{0} = load ptr, ptr %ctx", f"  store ptr %{{0}}, ptr {slot}"])
        )
        return slot

    def release_turn(self, mark: str) -> None:
        """At the end of a loop's turn: take back what it put into the region.

        Values that the next turn needs are copied away and back, once there is much to take back.
        Where a list could have been changed, or other code is under way here, nothing is done.
        """
        env = self.env
        if env is None or self.inlined or self.collecting:
            return
        kinds = {n: k.type if isinstance(k, Maybe) else k for n, k in env.items()}
        if any(is_changeable(kind) or isinstance(kind, Closure) for kind in kinds.values()):
            return
        living = {n: k for n, k in kinds.items() if has_references(k) and not self._is_given(n, k)}
        if not living:
            lines = [f"  %{{0}} = load ptr, ptr {mark}", "  store ptr %{0}, ptr %ctx"]
            self.lines.append(RegionLine(lines))
        elif all(is_copyable(k) and not isinstance(env[n], Maybe) for n, k in living.items()):
            self._evacuate(mark, living)

    def _is_given(self, name: str, kind: Type) -> bool:
        """Whether a variable is the caller's own value, which is older than the loop."""
        return self.slots.get((name, kind), ("",))[0].startswith("%a")

    def _evacuate(self, mark: str, living: dict[str, Type]) -> None:
        self.instance.uses_context = self.instance.allocates = True
        start = self.op(f"load ptr, ptr {mark}")
        used = self.op(
            f"sub i64 {self._number(self.op('load ptr, ptr %ctx'))}, {self._number(start)}"
        )
        full, end = self.label(), self.label()
        self.enter_if(self.op(f"icmp ugt i64 {used}, {RECLAIM_AFTER}"), full, end, unlikely=full)
        limit = self.op(f"load ptr, ptr {self.at('%ctx', 1)}")
        aside = self.op(f"getelementptr i8, ptr {limit}, i64 -{COPY_ROOM}")
        self._copy_living(aside, living)
        self._copy_living(start, living)
        self.go_on_at(end)

    def _copy_living(self, place: str, living: dict[str, Type]) -> None:
        """Copy the values of variables to a place in the region."""
        self.do(f"store ptr {place}, ptr %ctx")
        for name, kind in living.items():
            self.set_slot(name, kind, self.deep_copied(self.get_slot(name, kind)))

    # -- of classes that follow in the chain ------------------------------------------------

    def at(self, place: str, words: int | str) -> str:
        raise NotImplementedError

    def deep_copied(self, value: Value) -> Value:
        raise NotImplementedError
