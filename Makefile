PYTHON ?= python3
BIN := .venv/bin
GAME ?= connect-four

.PHONY: play test bench lint clean

play: .venv/ready
	$(BIN)/outply play $(GAME)

test: .venv/ready
	$(BIN)/python -m pytest -n auto

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/ready .venv-bench/ready
	$(BIN)/python -m benchmarks

clean:
	rm -rf .venv .venv-bench dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/ready: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Outply needs Python 3.11 or later.")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

# The peers that Outply is measured against live apart, so that they never meet its own tests.
.venv-bench/ready: benchmarks/requirements.txt
	$(PYTHON) -m venv .venv-bench
	.venv-bench/bin/python -m pip install --quiet --requirement benchmarks/requirements.txt
	touch $@
