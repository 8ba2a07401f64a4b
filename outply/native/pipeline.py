"""How the functions of a kernel are compiled: each to LLVM code, then all at once.

By default Numba finishes every function on its own: a wrapper that Python can call, full
optimisation, machine code. Of a kernel only the entry is ever called, with everything that it
calls linked in and inlined; finishing the parts as well took more than half of the time.
"""

from __future__ import annotations

from typing import Any

from numba.core.codegen import CPUCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering

__all__ = ["PartCompiler", "object_code"]


class _PartLibrary(CPUCodeLibrary):  # type: ignore[misc]
    """LLVM code that waits to be linked into an entry."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class _PartLowering(NativeLowering):  # type: ignore[misc]
    _name = "outply_part_lowering"

    def run_pass(self, state: Any) -> bool:
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


class PartCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's usual pipeline, up to LLVM code."""

    def define_pipelines(self) -> list[Any]:
        usual = DefaultPassBuilder.define_nopython_pipeline(self.state)
        usual.passes = [
            (_PartLowering, text) if stage is NativeLowering else (stage, text)
            for stage, text in usual.passes
        ]
        usual.finalize()
        return [usual]


@global_compiler_lock  # type: ignore[untyped-decorator]
def object_code(function: Any, signature: tuple[Any, ...]) -> tuple[bytes, str, list[str]]:
    """A function and all that it calls: machine code, its symbol, the symbols it needs."""
    function.compile(signature)
    compiled = function.overloads[signature]
    library = compiled.library
    library._ensure_finalized()
    symbol = compiled.fndesc.llvm_func_name
    module = library._final_module
    CPUCodeLibrary._optimize_final_module(library)
    needed = [f.name for f in module.functions if f.is_declaration and f.name[:5] != "llvm."]
    needed += [v.name for v in module.global_variables if v.is_declaration]
    return library.codegen._tm.emit_object(module), symbol, needed
