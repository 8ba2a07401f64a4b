"""load: cannot be imported: ModuleNotFoundError: No module named 'numpyy'."""

import numpyy  # <- here

print(numpyy)
