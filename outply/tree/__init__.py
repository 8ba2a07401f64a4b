"""Recorded search trees, and their drawings."""

from outply.tree.node import RecordedNode
from outply.tree.recorded_tree import Tree
from outply.tree.recorder import Recorder, record

__all__ = ["RecordedNode", "Recorder", "Tree", "record"]
