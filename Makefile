# make help lists what there is. Everything happens in .venv, which the first target that needs it builds.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV ?= .venv
PYTHON := $(VENV)/bin/python
# tests wait as often as they compute: for a disk, a server, a process that starts
WORKERS ?= $(shell echo $$(($$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) + 1)))
PYTEST := $(PYTHON) -m pytest
SPREAD := -n $(WORKERS) --dist loadgroup

# branches are covered to the last where code is pure (scripts/pure.py lists it); elsewhere there is a floor that only rises
FLOOR := 97

# a stamp counts only where it was made: a copied checkout builds its own environment
stamped = $(filter $(CURDIR),$(shell cat $(VENV)/.ready-$(1) 2>/dev/null))
ENVIRONMENT := pyproject.toml constraints.txt scripts/environment.sh scripts/pins.py

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(firstword $(MAKEFILE_LIST)) | sed -E 's/^([a-z-]+):.*## (.*)/\1|\2/' | awk -F'|' '{ printf "  make %-12s %s\n", $$1, $$2 }'

.PHONY: run
run: $(VENV)/.ready-run ## build the environment (run-time packages only) and start the service; Ctrl-C ends it
	$(VENV)/bin/keptmind serve

.PHONY: test
test: $(VENV)/.ready-test ## all tests, 200 examples a property
	KEPTMIND_HYPOTHESIS_PROFILE=test $(PYTEST) $(SPREAD) $(ARGS)

.PHONY: test-fast
test-fast: $(VENV)/.ready-test ## the loop while writing: units, properties with few examples, cases
	KEPTMIND_HYPOTHESIS_PROFILE=fast $(PYTEST) -q $(SPREAD) -m "not slow and not browser" $(wildcard tests/unit tests/property tests/cases) $(ARGS)

.PHONY: prove
prove: $(VENV)/.ready-test ## the properties, 2,000 examples each, and 500 histories on each engine and on both
	KEPTMIND_HYPOTHESIS_PROFILE=prove $(PYTEST) $(SPREAD) -m hypothesis $(ARGS)

.PHONY: check
check: format-check lint types imports coverage ## everything that CI checks: format, lint, types, imports, tests with coverage, docs

.PHONY: format
format: $(VENV)/.ready-test ## put the code into its form
	$(PYTHON) -m ruff check --fix-only --quiet .
	$(PYTHON) -m ruff format .

.PHONY: format-check
format-check: $(VENV)/.ready-test
	$(PYTHON) -m ruff format --check .

.PHONY: lint
lint: $(VENV)/.ready-test
	$(PYTHON) -m ruff check .

.PHONY: types
types: $(VENV)/.ready-test
	$(PYTHON) -m mypy

.PHONY: imports
imports: $(VENV)/.ready-test
	$(VENV)/bin/lint-imports --no-logo

.PHONY: coverage
coverage: $(VENV)/.ready-test ## all tests, docs among them, with the two coverage gates; what hypothesis drives is not counted
	KEPTMIND_HYPOTHESIS_PROFILE=test $(PYTEST) $(SPREAD) -m "not hypothesis" --cov --cov-report= $(ARGS)
	$(PYTHON) -m coverage report --include="$$($(PYTHON) scripts/pure.py)" --fail-under=100
	$(PYTHON) -m coverage report --format=total --fail-under=$(FLOOR)
	KEPTMIND_HYPOTHESIS_PROFILE=test $(PYTEST) $(SPREAD) -m hypothesis $(ARGS)

.PHONY: docs
docs: $(VENV)/.ready-test ## only the tests of the documentation
	$(PYTEST) -q tests/architecture/test_docs.py $(ARGS)

.PHONY: shape
shape: $(VENV)/.ready-test ## sizes of functions and modules, and the import contracts
	$(PYTHON) scripts/shape.py
	$(VENV)/bin/lint-imports --no-logo

.PHONY: pins
pins: ## renew constraints.txt (needs uv); UPGRADE=1 takes the newest versions
	uv pip compile --quiet --generate-hashes --universal --python-version 3.11 --all-extras \
	    --custom-compile-command "make pins" $(if $(UPGRADE),--upgrade) pyproject.toml --output-file constraints.txt

.PHONY: clean
clean: ## remove the environment and what tools left behind
	rm -rf $(VENV) build dist .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache htmlcov

$(VENV)/.ready-run: $(ENVIRONMENT) $(if $(call stamped,run),,moved)
	@scripts/environment.sh $(VENV) run

$(VENV)/.ready-test: $(ENVIRONMENT) $(if $(call stamped,test),,moved)
	@scripts/environment.sh $(VENV) test

.PHONY: moved
moved:
