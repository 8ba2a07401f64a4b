"""The sound game of hidden information, for broken ones to inherit from."""

import importlib.util
import sys
from pathlib import Path

FILE = Path(__file__).parents[1] / "sound" / "secret_card.py"

_spec = importlib.util.spec_from_file_location("sound_secret_card", FILE)
rules = sys.modules["sound_secret_card"] = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(rules)

NOT_YET, Card, Secret, Seen = rules.NOT_YET, rules.Card, rules.SecretCard, rules.Seen
