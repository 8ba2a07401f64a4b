"""parameters: `cells` is 5, and the contract has a method of that name; call it something else."""

from _countdown import Countdown


class Broken(Countdown):  # <- here
    cells = 5
