"""Experiments of papers, run again. Each paper has a package of its own."""
