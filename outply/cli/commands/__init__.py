"""The commands, one file each, found by folder: every module here defines `command`.

A command returns its exit code, or nothing where all is well. Code 1 is also `check`'s, for
rules that are not sound.
"""

__all__ = ["BAD_INPUT", "STOPPED", "UNPROVED", "UNREAD"]

UNPROVED = 1  # the limit was reached, or Ctrl-C pressed, before there was a proof
UNREAD = 1  # whoever read the answer left before its end
BAD_INPUT = 2
STOPPED = 130  # by Ctrl-C, with something left undone
