"""Learning evaluations from self-play."""

from outply.learn.learning import Learning
from outply.learn.run import LearningProgress, LearningRun

__all__ = ["Learning", "LearningProgress", "LearningRun"]
