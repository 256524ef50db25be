# Two commands do everything: `make run` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(if $(filter Windows_NT,$(OS)),$(VENV)/Scripts,$(VENV)/bin)
READY := $(VENV)/.ready
JOBS ?= auto

.PHONY: run test lint types tests soak shots bench tapes docs lock clean chromium

run: $(READY)
	@$(BIN)/nightcall

test: lint types tests

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

tests: $(READY) chromium
	$(BIN)/python -m pytest -n $(JOBS) -m "not soak"

soak: $(READY) chromium
	$(BIN)/python -m pytest -n $(JOBS) -m soak

# Every screen as a picture, in build/shots.
shots: $(READY) chromium
	$(BIN)/python -m scripts.shots

bench: $(READY)
	$(BIN)/python -m scripts.bench
	$(BIN)/python -m scripts.bench_web

tapes: $(READY)
	$(BIN)/python -m tests.rewrite_tapes

# The pages that are written from the program itself.
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
	  [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null && apt-get update --quiet && apt-get install --yes --quiet chromium; \
	} || true

# Needs `uv`; only for whoever changes a dependency.
lock:
	uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --group dev pyproject.toml -o requirements.txt

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
