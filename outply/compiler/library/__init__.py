"""Python's built-in functions and methods that are as easily written in Python.

The compiler puts this code in the place of a call, so that `any(… for …)` becomes one loop. It is
never run by Python itself, and imports nothing but itself.
"""

# mypy: ignore-errors

from outply.compiler.library.counters import *  # noqa: F403
from outply.compiler.library.iteration import *  # noqa: F403
from outply.compiler.library.math_functions import *  # noqa: F403
from outply.compiler.library.ordering import *  # noqa: F403
from outply.compiler.library.reductions import *  # noqa: F403
from outply.compiler.library.sorting import *  # noqa: F403
from outply.compiler.library.strings import *  # noqa: F403
