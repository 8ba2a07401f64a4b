"""Small plain functions, each with one ordinary construct, and example arguments for each.

`@construct(args1, args2, ...)` registers a function in CONSTRUCTS with the arguments of some
calls; each `args` is a tuple. All calls of a function have arguments of the same types: a tuple
keeps its length, a list and a string may have any. The first call never raises an error.

There is a file for each topic. What several files use is in `values_and_types`.
"""

from tests.compiler.constructs import (
    alternatives,
    assignments,
    classes,
    comparisons,
    comprehensions,
    constant_objects,
    constants,
    copies,
    dicts_and_sets,
    errors,
    functions,
    generators,
    lists,
    loops,
    nested_lists,
    none,
    nonlocal_recursion,
    numbers,
    objects,
    operands,
    pattern_matching,
    reductions_and_sorting,
    standard_library,
    statements,
    strings,
    tuples,
    varying_types,
)
from tests.compiler.constructs.registry import CONSTRUCTS

__all__ = [
    "CONSTRUCTS",
    "alternatives",
    "assignments",
    "classes",
    "comparisons",
    "comprehensions",
    "constant_objects",
    "constants",
    "copies",
    "dicts_and_sets",
    "errors",
    "functions",
    "generators",
    "lists",
    "loops",
    "nested_lists",
    "none",
    "nonlocal_recursion",
    "numbers",
    "objects",
    "operands",
    "pattern_matching",
    "reductions_and_sorting",
    "standard_library",
    "statements",
    "strings",
    "tuples",
    "varying_types",
]
