"""The report of a study: Markdown, HTML and plots for people, and CSV for programs."""

from outply.experiments.genetic_minimax_paper.report.write import require_folder, write_report

__all__ = ["require_folder", "write_report"]
