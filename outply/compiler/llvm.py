"""LLVM: from the text of a module to machine code, and to functions that can be called."""

from __future__ import annotations

import ctypes
import ctypes.util
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

import llvmlite
from llvmlite import binding

from outply.compiler.effort import FULL
from outply.compiler.refusals import NotCompilable

__all__ = ["assembly", "callable_code", "machine_code", "processor", "version"]

ENTRY = ctypes.CFUNCTYPE(ctypes.c_int32)  # arguments are given as ctypes objects
LIBRARY = (
    *("memcpy", "memset", "memmove", "memcmp", "fmod", "pow", "exp", "exp2", "log", "log2"),
    *("log10", "sin", "cos", "tan", "floor", "ceil", "round", "roundeven", "trunc", "nearbyint"),
    *("asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "hypot", "cbrt", "expm1", "log1p"),
    *("sincos",),
)


def version() -> str:
    """Of what machine code is made with."""
    return f"llvmlite {llvmlite.__version__}, LLVM {binding.llvm_version_info}"


@cache
def processor() -> str:
    """What machine code made here depends on."""
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return f"{binding.get_host_cpu_name()} {_features()}"


def _features() -> str:
    """What this processor can do, but for AVX-512.

    Its masks make LLVM vectorise a few words where plain code is faster: on Zen 5, Othello and
    Gomoku took 1.3 to 1.5 times as long, and nothing else was faster by more than a twentieth.
    """
    features: str = binding.get_host_cpu_features().flatten()
    return f"{features},-avx512f" if "+avx512f" in features else features


@cache
def _target(triple: str, level: int) -> Any:
    if triple:
        binding.initialize_all_targets()
        binding.initialize_all_asmprinters()
        target = binding.Target.from_triple(triple)
        return target.create_target_machine(opt=level, reloc="pic", codemodel="default")
    processor()
    return binding.Target.from_default_triple().create_target_machine(
        cpu=binding.get_host_cpu_name(),
        features=_features(),
        opt=level,
        reloc="default",
        codemodel="jitdefault",
        jit=True,
    )


def machine_code(text: str, effort: str, triple: str = "") -> tuple[bytes, list[str]]:
    """Object code for this machine, or for another one, and the symbols that it needs."""
    module, target = (_optimised if effort == FULL else _simplified)(text, triple)
    code = target.emit_object(module)
    declared = [f.name for f in module.functions if f.is_declaration and f.name[:5] != "llvm."]
    used = [name for name in LIBRARY if f"\0{name}\0".encode() in code and name not in declared]
    return code, declared + used


def assembly(text: str) -> tuple[str, str]:
    """Optimised LLVM code and machine code, for people to read."""
    module, target = _optimised(text, "")
    return str(module), target.emit_assembly(module)


def _optimised(text: str, triple: str) -> tuple[Any, Any]:
    module, target = _parsed(text, triple, 3)
    options = binding.PipelineTuningOptions(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = True
    builder = binding.create_pass_builder(target, options)
    builder.getModulePassManager().run(module, builder)
    return module, target


def _simplified(text: str, triple: str) -> tuple[Any, Any]:
    """With few passes: LLVM needs a tenth of the time, for code that is several times slower."""
    module, target = _parsed(text, triple, 0)
    builder = binding.create_pass_builder(target, binding.PipelineTuningOptions(speed_level=0))
    passes = binding.create_new_module_pass_manager()
    passes.add_sroa_pass()
    passes.add_simplify_cfg_pass()
    passes.run(module, builder)
    return module, target


def _parsed(text: str, triple: str, level: int) -> tuple[Any, Any]:
    target = _target(triple, level)
    module = binding.parse_assembly(text)
    module.verify()
    module.triple, module.data_layout = target.triple, str(target.target_data)
    return module, target


def callable_code(machine: bytes, symbol: str, needs: list[str]) -> tuple[Callable[..., int], Any]:
    """The function, which runs without Python's lock, and what to keep as long as it is used."""
    processor()
    for name in needs:
        binding.add_symbol(name, _in_c_library(name))
    target = binding.Target.from_default_triple().create_target_machine(jit=True)
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), target)
    engine.add_object_file(binding.ObjectFileRef.from_data(machine))
    engine.finalize_object()
    return ENTRY(engine.get_function_address(symbol)), engine


def _in_c_library(name: str) -> int:
    for library in _c_libraries():
        if hasattr(library, name):
            address = ctypes.cast(getattr(library, name), ctypes.c_void_p).value
            assert address is not None
            return address
    raise NotCompilable(f"the compiled code needs {name}, which this system's C library lacks")


@cache
def _c_libraries() -> list[ctypes.CDLL]:
    if sys.platform == "win32":
        return [ctypes.CDLL("ucrtbase"), ctypes.CDLL("msvcrt")]
    return [ctypes.CDLL(None), ctypes.CDLL(ctypes.util.find_library("m"))]
