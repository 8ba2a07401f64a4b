"""`match`: each case as tests, and variables for what it captures."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from outply.compiler.container_types import Dict, List, Union
from outply.compiler.expressions import Expressions
from outply.compiler.flow import Edge
from outply.compiler.refusals import CompileError
from outply.compiler.type_inference import fields_of, is_record
from outply.compiler.type_parts import is_sequence
from outply.compiler.type_relations import is_instance
from outply.compiler.types import Type, Value

__all__ = ["Patterns"]


class Patterns(Expressions):
    def do_Match(self, node: ast.Match) -> None:
        subject = self.copied(self.materialized(self.argument(self.expr(node.subject))))
        name = self.temporary("subject")
        self.set_name(name, subject)
        ends: list[Edge] = []
        self.lists.append(ends)
        for case in node.cases:
            if self.env is None:
                break
            misses: list[Edge] = []
            self.lists.append(misses)
            self.attempt(lambda case=case, misses=misses: self._match_case(case, name, misses))  # type: ignore[misc]
            if self.env is not None:
                self.block(case.body)
            self.edge(ends)
            self.lists.pop()
            self.meet(misses)
        self.edge(ends)
        self.lists.pop()
        self.meet(ends)

    def _match_case(self, case: ast.match_case, name: str, misses: list[Edge]) -> None:
        self.match(case.pattern, self.get_name(name), misses)
        if self.env is not None and case.guard is not None:
            yes, no = self.label(), self.label()
            self.test(case.guard, yes, no)
            assert self.env is not None
            misses.append((no, self.env))
            self.start(yes)

    def match(self, pattern: ast.pattern, value: Value, misses: list[Edge]) -> None:
        """Go on if a value matches; an edge for where it does not."""
        if self.env is None:
            return
        method: Callable[..., None] = getattr(self, f"match_{type(pattern).__name__}")
        method(pattern, value, misses)

    def miss_unless(self, text: str, misses: list[Edge]) -> None:
        if text == "true":
            return
        if text == "false":
            self.edge(misses)
            return
        yes, no = self.label(), self.label()
        self.branch(text, yes, no)
        assert self.env is not None
        misses.append((no, self.env))
        self.start(yes)

    def match_MatchValue(self, pattern: ast.MatchValue, value: Value, misses: list[Edge]) -> None:
        self.miss_unless(
            self.equal(value, self.materialized(self.expr(pattern.value))).text, misses
        )

    def match_MatchSingleton(
        self, pattern: ast.MatchSingleton, value: Value, misses: list[Edge]
    ) -> None:
        wanted = self.loaded(self.module.constant(pattern.value))
        self.miss_unless(self._same(value, wanted).text, misses)

    def match_MatchAs(self, pattern: ast.MatchAs, value: Value, misses: list[Edge]) -> None:
        if pattern.pattern is not None:
            value = self._cut_to(pattern.pattern, value, misses)
            self.match(pattern.pattern, value, misses)
        if pattern.name is not None and self.env is not None:
            self.assign(ast.Name(pattern.name, ast.Store()), value)

    def _match_or_go_on(self, pattern: ast.pattern, value: Value, hits: list[Edge]) -> None:
        """Match one of several patterns, and go on where it does not fit."""
        further: list[Edge] = []
        self.lists.append(further)
        self.match(pattern, value, further)
        self.edge(hits)
        self.lists.pop()
        self.meet(further)

    def match_MatchOr(self, pattern: ast.MatchOr, value: Value, misses: list[Edge]) -> None:
        hits: list[Edge] = []
        self.lists.append(hits)
        kept = self.keep(value)
        for each in pattern.patterns:
            if self.env is None:
                break
            self._match_or_go_on(each, kept.get(), hits)
        self.edge(misses)
        self.lists.pop()
        self.meet(hits)

    def match_MatchSequence(
        self, pattern: ast.MatchSequence, value: Value, misses: list[Edge]
    ) -> None:
        value = self._narrowed(value, _is_matched_by_items, misses)
        if self.env is None:
            return
        if isinstance(value.type, Union):
            self._match_each(pattern, value, misses)
            return
        has_star = any(isinstance(part, ast.MatchStar) for part in pattern.patterns)
        self._match_length(value, len(pattern.patterns) - has_star, has_star, misses)
        if self.env is not None:
            self._match_items(pattern.patterns, value, misses)

    def _match_length(self, value: Value, wanted: int, has_star: bool, misses: list[Edge]) -> None:
        """Miss a sequence that has another length, or with a star, fewer items."""
        size = self.length(value)
        if size.is_known:
            fits = size.known >= wanted if has_star else size.known == wanted
            self.miss_unless("true" if fits else "false", misses)
        else:
            test = "sge" if has_star else "eq"
            self.miss_unless(self.op(f"icmp {test} i64 {size.text}, {wanted}"), misses)

    def _match_items(self, patterns: list[ast.pattern], value: Value, misses: list[Edge]) -> None:
        kept, is_behind_star = self.keep(value), False
        for index, each in enumerate(patterns):
            if self.env is None:
                return
            if isinstance(each, ast.MatchStar):
                is_behind_star = True
                self._bind_star(each, kept.get(), index, len(patterns) - index - 1)
                continue
            at = index - len(patterns) if is_behind_star else index
            self.match(each, self.index(kept.get(), self.constant_int(at)), misses)

    def _bind_star(self, star: ast.MatchStar, value: Value, before: int, behind: int) -> None:
        """Give `*name` the items that the patterns before and behind it leave."""
        if star.name is None:
            return
        ends = [self.constant_int(before), self.constant_int(-behind) if behind else None]
        part = self.sliced(value, [*ends, None])
        self.assign(ast.Name(star.name, ast.Store()), self.list_from(part, self.site(star)))

    def _match_each(self, pattern: ast.pattern, value: Value, misses: list[Edge]) -> None:
        """Match each alternative of a union in its own way."""
        hits: list[Edge] = []
        self.lists.append(hits)
        for one in self.alternatives(value):
            self.attempt(lambda one=one: self.match(pattern, one, misses))  # type: ignore[misc]
            self.edge(hits)
        self.lists.pop()
        self.meet(hits)

    def match_MatchClass(self, pattern: ast.MatchClass, value: Value, misses: list[Edge]) -> None:
        cls = self.expr(pattern.cls).known
        if not isinstance(cls, type):
            raise CompileError("expected a class")
        value = self._narrowed(value, lambda kind: is_instance(kind, (cls,)), misses)
        if self.env is None:
            return
        if isinstance(value.type, Union):
            self._match_each(pattern, value, misses)
            return
        kept = self.keep(value)
        if pattern.patterns and not is_record(cls):
            self.match(pattern.patterns[0], kept.get(), misses)
            return
        names: Any = fields_of(cls) if is_record(cls) else ()
        pairs = [
            *zip(getattr(cls, "__match_args__", names), pattern.patterns, strict=False),
            *zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True),
        ]
        for name, each in pairs:
            if self.env is None:
                return
            self.match(each, self.attribute(kept.get(), name), misses)

    def match_MatchMapping(
        self, pattern: ast.MatchMapping, value: Value, misses: list[Edge]
    ) -> None:
        if pattern.rest is not None:
            raise CompileError("** in a pattern cannot be compiled", "use the dict itself")
        value = self._narrowed(value, lambda kind: isinstance(kind, Dict), misses)
        if self.env is None:
            return
        if isinstance(value.type, Union):
            self._match_each(pattern, value, misses)
            return
        kept = self.keep(value)
        for key, each in zip(pattern.keys, pattern.patterns, strict=True):
            if self.env is None:
                return
            wanted = self.keep(self.materialized(self.expr(key)))
            self.miss_unless(self._compare(ast.In(), wanted.get(), kept.get()).text, misses)
            if self.env is not None:
                self.match(each, self.get_key(kept.get(), wanted.get()), misses)

    def _cut_to(self, pattern: ast.pattern, value: Value, misses: list[Edge]) -> Value:
        if isinstance(pattern, ast.MatchClass) and isinstance(value.type, Union):
            cls = self.expr(pattern.cls).known
            return self._narrowed(value, lambda kind: is_instance(kind, (cls,)), misses)
        return value

    def _narrowed(self, value: Value, wanted: Callable[[Type], bool], misses: list[Edge]) -> Value:
        """A value of the kinds that a pattern takes; a miss where it is of another."""
        kind = value.type
        if not isinstance(kind, Union):
            if not wanted(kind):
                self.edge(misses)
            return value
        left = [item for item in kind.items if wanted(item)]
        if not left:
            self.edge(misses)
            return value
        tag = self.op(f"load i64, ptr {value.text}")
        text = "false"
        for item in left:
            one = self.op(f"icmp eq i64 {tag}, {kind.items.index(item)}")
            text = one if text == "false" else self.op(f"or i1 {text}, {one}")
        self.miss_unless(text, misses)
        return self._cut_union(value, Union(tuple(left)) if len(left) > 1 else left[0])


def _is_matched_by_items(kind: Type) -> bool:
    """Whether a pattern of a sequence may match values of a type."""
    return is_sequence(kind) or isinstance(kind, List)
