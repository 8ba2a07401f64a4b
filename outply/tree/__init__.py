"""Recorded search trees, and their drawings."""

from outply.tree.node import Node
from outply.tree.recorded_tree import Tree
from outply.tree.recorder import Recorder, record

__all__ = ["Node", "Recorder", "Tree", "record"]
