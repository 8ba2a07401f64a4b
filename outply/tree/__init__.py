"""Recorded search trees, and their drawings."""

from outply.tree.events import Event, NodeChange
from outply.tree.growth import grows, record_growth, record_steps
from outply.tree.node import RecordedNode
from outply.tree.pruned_values import with_pruned_values
from outply.tree.recorded_tree import RecordedTree
from outply.tree.recorder import Recorder, record

__all__ = [
    "Event",
    "NodeChange",
    "RecordedNode",
    "RecordedTree",
    "Recorder",
    "grows",
    "record",
    "record_growth",
    "record_steps",
    "with_pruned_values",
]
