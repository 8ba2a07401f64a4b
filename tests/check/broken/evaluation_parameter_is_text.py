"""evaluation_parameters: `evaluation_parameters` names 'unit', which is 'metre', at the initial
position; name fields that are numbers.
"""

from dataclasses import dataclass

from _countdown import Countdown


@dataclass(frozen=True)
class Units(Countdown):
    unit: str = "metre"

    evaluation_parameters = ("unit",)

    def evaluate(self, state, player):  # <- here
        return 0.0
