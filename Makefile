# Two commands do everything: `make run` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(if $(filter Windows_NT,$(OS)),$(VENV)/Scripts,$(VENV)/bin)
READY := $(VENV)/.ready
JOBS ?= $(shell $(PYTHON) -c "import os; print((os.cpu_count() or 1) + 1)")
# One more than there are processors: a test that drives a browser waits half of its time.
PYTEST := -n $(JOBS) --dist worksteal -m "not soak"
# The tests start hundreds of Pythons: what one has compiled the others read, whatever this machine is used to.
unexport PYTHONDONTWRITEBYTECODE
# Read once before the workers start: each of them would else compile every test by itself. They say what is wrong.
COLLECT = $(BIN)/python -m pytest --collect-only -m "not soak" > /dev/null 2>&1 || true

.PHONY: run load postgres test quick test-alone site site-try lint types tests test-all test-pyodide compiled test-compiled soak mutants shots bench taps tapes docs lock clean chromium

run: $(READY)
	@$(BIN)/nightcall

# Types are checked beside the tests, which often wait for a browser; what mypy says comes last.
test: lint chromium postgres
	@mkdir -p build; $(BIN)/mypy > build/types.txt 2>&1 & types=$$!; \
	$(COLLECT); $(BIN)/python -m pytest $(PYTEST); tests=$$?; \
	wait $$types; typed=$$?; cat build/types.txt; exit $$((tests || typed))

# Whatever has a list of things, or looks through all there are: what something new on the table breaks first. The guides
# of docs/adding are followed with these (tests/test_guides.py reads the list here).
QUICK := tests/test_catalogue.py tests/test_events.py tests/test_docs.py tests/test_decks.py tests/test_readme.py \
	tests/test_spoken.py tests/cli/test_setting_up.py tests/rules/buildings/test_laying_out.py \
	tests/rules/newmoon/test_deck.py tests/web/test_icons.py

quick: $(READY)
	$(BIN)/python -m pytest -n $(JOBS) $(QUICK)

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

tests: $(READY) chromium postgres
	@$(COLLECT)
	$(BIN)/python -m pytest $(PYTEST)

# `make test` with every Python that is found, each in an environment of its own, then Pyodide where there is node.
test-all:
	$(PYTHON) -m scripts.test_all "$(MAKE)"

# Everything but the browser tests, in Pyodide; ONLY="tests/web -x" gives pytest other arguments.
test-pyodide: $(READY)
	$(BIN)/python -m scripts.pyodide $(ONLY)

# An optional wheel in dist whose engine is machine code, made from the same sources; needs a C compiler.
compiled: $(READY)
	$(BIN)/python -m scripts.compiled

# Every test on it, in a copy of the tree; ONLY="tests/rules -x" gives pytest other arguments.
test-compiled: $(READY) chromium postgres
	$(BIN)/python -m scripts.compiled --test $(or $(ONLY),$(PYTEST))

# The browser tests of one device against the app alone on a phone, instead of a server.
test-alone: $(READY) chromium
	NIGHTCALL_ON=alone $(BIN)/python -m pytest -n $(JOBS) -m "not soak" tests/browser

soak: $(READY) chromium
	$(BIN)/python -m pytest -n $(JOBS) -m "soak or hypothesis"

# The rules changed a little, one place at a time: some test must fail. Takes a while.
mutants: $(READY)
	$(BIN)/python -m scripts.mutants

# Every screen as a picture, in build/shots.
shots: $(READY) chromium
	$(BIN)/python -m scripts.shots

bench: $(READY)
	$(BIN)/python -m scripts.bench
	$(BIN)/python -m scripts.bench_web
	$(BIN)/python -m scripts.taps

# Many tables on this machine, PostgreSQL beside SQLite; LOAD="--games 1000 …" for more.
load: $(READY)
	$(BIN)/python -m scripts.load $(LOAD)

taps: $(READY)
	$(BIN)/python -m scripts.taps

# The folder that puts the app on a phone, in build/site; `site-try` shows it on this machine alone.
site: $(READY)
	$(BIN)/nightcall site build/site

site-try: site
	$(BIN)/python -m http.server --bind 127.0.0.1 --directory build/site 8001

tapes: $(READY)
	$(BIN)/python -m tests.rewrite_tapes

# The pages that are written from the program itself: commands, doors, events, modules, options.
docs: $(READY)
	$(BIN)/python -m scripts.docs

# The environment: hash-locked dependencies, then this project itself.
$(READY): requirements.txt pyproject.toml
	$(PYTHON) -c "import sys; sys.exit('Nightcall needs Python 3.11 or newer: make PYTHON=python3.12 ...' if sys.version_info < (3, 11) else 0)"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	$(BIN)/python -c "open('$(READY)', 'w').close()"

# The browser tests drive the system's own Chromium. Where it may be installed it is, elsewhere we say what is missing.
chromium: $(READY)
	@$(BIN)/python -m tests.browser.chromium || { \
	  [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null && apt-get update --quiet && \
	  { apt-get install --yes --quiet chromium-headless-shell || \
	    $(BIN)/python -m tests.browser.chromium --any || apt-get install --yes --quiet chromium; }; \
	} || true

# The store is tested on PostgreSQL too: on one of our own where its programs are, or may be installed.
postgres: $(READY)
	@$(BIN)/python -m tests.web.cluster || { \
	  [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null && apt-get update --quiet && apt-get install --yes --quiet postgresql; \
	} || true

# Needs `uv`; only for whoever changes a dependency.
LOCK := uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate
lock:
	$(LOCK) --group dev pyproject.toml -o requirements.txt
	$(LOCK) --constraint requirements.txt --extra postgres pyproject.toml -o deploy/requirements.txt

clean:
	rm -rf $(VENV) .venv-* build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
