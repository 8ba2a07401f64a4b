"""The commands, one module each: every module here defines `command`.

A command returns its exit code, or None for 0. `outply.cli.errors` has the codes; `check` and
`compile` also return 1, for rules that are not sound or cannot be compiled.
"""
