PYTHON ?= python3
BIN := .venv/bin
GAME ?= connect-four

# A worker without work takes half of what is left of another's.
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal

SIGNATURE := tests/golden/bench.txt

.PHONY: play web page test quick test-full test-page bench bench-long signature lint clean

play: .venv/core
	$(BIN)/outply play $(GAME)

# Serves the page, with the games of FILES as well; builds it first, if there is Node.
web: .venv/web
	if command -v npm > /dev/null; then $(MAKE) page; fi
	$(BIN)/outply serve $(FILES)

# The page, as the wheel ships it; needs Node.
page: outply/web/static/index.html

# A sample of every kind of test, on all cores; `make test-full` runs all.
test: .venv/$(if $(filter full,$(OUTPLY_TESTS)),dev,test)
	$(PYTEST)

# What neither compiles nor starts a process nor takes long: interpreted searches, rules, drawings.
quick: .venv/test
	OUTPLY_TESTS=quick $(PYTEST)

# As CI does: every search on every game with full optimisation, many more random positions, Ray.
test-full: .venv/dev
	OUTPLY_TESTS=full $(PYTEST)

# The page's own tests and types; needs Node. The tests in a browser are among `make test-full`.
test-page: web/node_modules/ready
	npm --prefix web run check
	npm --prefix web test

lint: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Side by side with the peers; writes docs/benchmarks.md; needs Node for the page. OPTIONS, as in
# make bench OPTIONS='solving --test-sets DIR', are those of `python -m benchmarks --help`.
bench: .venv/dev .venv-bench/ready page
	$(BIN)/python -m benchmarks $(OPTIONS)

# The benchmarks that take many minutes; the other sections of the page stay.
bench-long: .venv/dev
	$(BIN)/python -m benchmarks empty_board against_random without_evaluation chess_positions techniques

# After a change to the engine or to rules that is meant to change what is searched.
signature: .venv/dev
	$(BIN)/outply bench --update $(SIGNATURE)

clean:
	rm -rf .venv .venv-bench dist build outply/web/static web/node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Modules become bytecode when they are first imported: most of those installed never are.
INSTALL := $(BIN)/python -m pip install --quiet --no-compile --editable

.venv/made:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Outply needs Python 3.11 or later.")'
	$(PYTHON) -m venv .venv
	touch $@

# What playing needs.
.venv/core: .venv/made pyproject.toml
	$(INSTALL) .
	touch $@

# What serving the page needs.
.venv/web: .venv/made pyproject.toml
	$(INSTALL) '.[web]'
	touch $@

# What tests need, OpenSpiel among it.
.venv/test: .venv/made pyproject.toml
	$(INSTALL) '.[test]'
	touch $@

# What CI needs besides: Ray, a browser's driver, linters.
.venv/dev: .venv/made pyproject.toml
	$(INSTALL) '.[dev]'
	touch $@

# The peers that Outply is measured against live apart, so that they never meet its own tests.
.venv-bench/ready: benchmarks/requirements.txt
	$(PYTHON) -m venv .venv-bench
	.venv-bench/bin/python -m pip install --quiet --requirement benchmarks/requirements.txt
	touch $@

# Node's packages. The lock file lacks those of other platforms, which `npm ci` would refuse.
web/node_modules/ready: web/package.json web/package-lock.json
	npm --prefix web install --no-save --no-audit --no-fund --silent
	touch $@

outply/web/static/index.html: web/node_modules/ready $(shell find web -type f -not -path 'web/node_modules/*')
	npm --prefix web run build
	touch $@
