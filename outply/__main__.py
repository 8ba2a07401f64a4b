"""`python -m outply`."""

from outply.start import main

main()
