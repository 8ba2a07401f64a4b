"""Learning evaluations from self-play."""

from outply.learn.run import Learning, LearningRun, Progress

__all__ = ["Learning", "LearningRun", "Progress"]
