"""How the functions of a kernel are compiled: each to LLVM code, then all at once.

By default Numba finishes every function on its own: a wrapper that Python can call, full
optimisation, machine code. Of a kernel only the entry is ever called, with everything that it
calls linked in and inlined; finishing the parts as well took more than half of the time.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from numba import types
from numba.core import ir as numba_ir
from numba.core.codegen import CPUCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import register_pass
from numba.core.errors import TypingError
from numba.core.runtime import rtsys
from numba.core.typed_passes import NativeLowering

__all__ = ["MIXED", "PartCompiler", "object_code"]

MIXED = "a whole number belongs here (do an int and Bits meet in one variable? annotate it)"


class _PartLibrary(CPUCodeLibrary):  # type: ignore[misc]
    """LLVM code that waits to be linked into an entry, without what it calls itself."""

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        self._finalized = True

    def linked(self) -> Any:
        """A module of this and everything that it needs, each once."""
        module, (parts, others) = self._final_module, self._needed()
        for part in parts:
            module.link_in(part._final_module, preserve=True)
        for library in others:  # behind what calls them: only what is called by then is taken
            module.link_in(library._get_module_for_linking(), preserve=True)
        return module

    def _needed(self) -> tuple[list[Any], list[Any]]:
        """The other parts, and Numba's own libraries, its runtime last."""
        seen = {self}
        waiting = [self]
        while waiting:
            new = set(waiting.pop()._linking_libraries) - seen
            seen |= new
            waiting += new
        others = [library for library in seen if not isinstance(library, _PartLibrary)]
        others.sort(key=lambda library: (library is rtsys.library, library.name))
        parts = seen.difference(others, [self])
        return sorted(parts, key=lambda part: part.name), others


@register_pass(mutates_CFG=True, analysis_only=False)
class _PartLowering(NativeLowering):  # type: ignore[misc]
    _name = "outply_part_lowering"

    def run_pass(self, state: Any) -> bool:
        _refuse_floats_of_integers(state.func_ir, state.typemap)
        state.library = _PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        state.flags.no_compile = True
        super().run_pass(state)
        lowered = state["cr"]
        # Numba finds a callee by its built-in function. There is none; any unique one serves.
        keys: list[Any] = []
        stand_in = keys.append
        state.targetctx.insert_user_function(stand_in, lowered.fndesc, [state.library])
        state["cr"] = lowered._replace(cfunc=stand_in)
        return True


def _refuse_floats_of_integers(function: Any, kinds: dict[str, Any]) -> None:
    """Where an int and a Bits value meet, Numba goes on with a float, which loses bits."""
    sources: dict[str, list[Any]] = {}
    for block in function.blocks.values():
        for assignment in block.find_insts(numba_ir.Assign):
            target, value = assignment.target.name, assignment.value
            if isinstance(value, numba_ir.Var) and isinstance(kinds[target], types.Float):
                sources.setdefault(target, []).append(kinds[value.name])
                if len(sources[target]) > 1 and _are_mixed(sources[target]):
                    raise TypingError(MIXED, assignment.loc)
            elif _is_mixing_call(value, kinds):
                raise TypingError(MIXED, assignment.loc)


def _are_mixed(kinds: Iterable[Any]) -> bool:
    """Whether these are whole numbers, some signed and some not."""
    plain = [types.unliteral(kind) for kind in kinds]
    whole = all(isinstance(kind, types.Integer | types.Boolean) for kind in plain)
    return whole and types.uint64 in plain and any(kind != types.uint64 for kind in plain)


def _is_mixing_call(value: Any, kinds: dict[str, Any]) -> bool:
    if not (isinstance(value, numba_ir.Expr) and value.op == "call"):
        return False
    called = getattr(kinds[value.func.name], "typing_key", None)
    if called not in (max, min, sum, divmod, pow):
        return False
    given = [kinds[argument.name] for argument in value.args]
    items = [item for kind in given for item in (kind if _is_tuple(kind) else [kind])]
    return _are_mixed([*items, types.int64] if called is sum else items)


def _is_tuple(kind: Any) -> bool:
    return isinstance(kind, types.BaseTuple)


# What these are for, linked functions do not have: closures, `with`, array expressions, and
# functions or overloads that ask to be inlined. They took a tenth of the time.
UNUSED = {
    *("WithLifting", "InlineClosureLikes", "InlineInlinables", "InlineOverloads"),
    *("MakeFunctionToJitFunction", "NopythonRewrites", "DumpParforDiagnostics"),
}


class PartCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's usual pipeline, up to LLVM code."""

    def define_pipelines(self) -> list[Any]:
        usual = DefaultPassBuilder.define_nopython_pipeline(self.state)
        usual.passes = [
            (_PartLowering, text) if stage is NativeLowering else (stage, text)
            for stage, text in usual.passes
            if stage.__name__ not in UNUSED
        ]
        usual.finalize()
        return [usual]


@global_compiler_lock  # type: ignore[untyped-decorator]
def object_code(function: Any, signature: tuple[Any, ...]) -> tuple[bytes, str, list[str]]:
    """A function and all that it calls: machine code, its symbol, the symbols it needs."""
    function.compile(signature)
    compiled = function.overloads[signature]
    library, symbol = compiled.library, compiled.fndesc.llvm_func_name
    module = library.linked()
    CPUCodeLibrary._optimize_final_module(library)
    needed = [f.name for f in module.functions if f.is_declaration and f.name[:5] != "llvm."]
    needed += [v.name for v in module.global_variables if v.is_declaration]
    return library.codegen._tm.emit_object(module), symbol, needed
