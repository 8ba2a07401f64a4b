"""Doors to other programs: a folder each, which `load("name:…")` finds by its name.

A bridge has a function `load(text, **parameters)` that gives the game meant by what stands
behind the colon.
"""
