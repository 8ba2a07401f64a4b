"""Adapters to other programs and their games.

`openspiel` is a package that `load("openspiel:…")` finds by its name; its function
`load(text, **parameters)` returns the game that the text behind the colon names. `uci` serves the
protocols UCI and UGI; `uci_engine` and `uci_process` run other programs as players.
"""
