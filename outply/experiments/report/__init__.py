"""What a study found, as pages for people and rows for programs."""

from outply.experiments.report.files import require_folder, write_report

__all__ = ["require_folder", "write_report"]
