"""The commands, one file each, found by folder: every module here defines `command`."""
