"""Learning evaluations from self-play."""

from outply.learn.learning import Learning
from outply.learn.run import LearningRun, Progress

__all__ = ["Learning", "LearningRun", "Progress"]
