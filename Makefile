# Two commands do everything: `make run` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(if $(filter Windows_NT,$(OS)),$(VENV)/Scripts,$(VENV)/bin)
READY := $(VENV)/.ready
JOBS ?= auto

.PHONY: run test lint types tests soak bench tapes lock clean

run: $(READY)
	@$(BIN)/nightcall

test: lint types tests

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

tests: $(READY)
	$(BIN)/python -m pytest -n $(JOBS) -m "not soak"

soak: $(READY)
	$(BIN)/python -m pytest -n $(JOBS) -m soak

bench: $(READY)
	$(BIN)/python -m scripts.bench

tapes: $(READY)
	$(BIN)/python -m tests.rewrite_tapes

# The environment: hash-locked dependencies, then this project itself.
$(READY): requirements.txt pyproject.toml
	$(PYTHON) -c "import sys; sys.exit('Nightcall needs Python 3.11 or newer: make PYTHON=python3.12 ...' if sys.version_info < (3, 11) else 0)"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	$(BIN)/python -c "open('$(READY)', 'w').close()"

# Needs `uv`; only for whoever changes a dependency.
lock:
	uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --group dev pyproject.toml -o requirements.txt

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
