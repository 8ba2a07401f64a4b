"""Recorded search trees, and their drawings."""

from outply.tree.node import Node
from outply.tree.record import Recorder, record
from outply.tree.tree import Tree

__all__ = ["Node", "Recorder", "Tree", "record"]
