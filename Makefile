# `make demo` and `make test` are all that a fresh machine with Python 3.11 or newer needs: they set up what they use.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable

ifndef PYTHON
PYTHON := $(shell for python in python3 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
endif

.PHONY: help demo test lint format protos released bench hands hiding shuffle lists coverage ratings strength crash chaos fuzz soak clean

help:
	@echo "make demo      house bots play small events of both games over gRPC"
	@echo "make test      the test suite"
	@echo "make lint      style, types, import contracts, protocol and stubs"
	@echo "make format    rewrite the code in the house style"
	@echo "make protos    write the Python stubs from protos/"
	@echo "make released  make today's protocol the one that may not be broken (for a release)"
	@echo "make bench     throughput and latency, as ratios"
	@echo "make hiding    that nobody is told what he may not know, in N=10000 matches"
	@echo "make hands     the show of all 12,994,800 hands of cribbage"
	@echo "make shuffle   chi-square over 1,000,000 deals of each game"
	@echo "make lists     pages of lists with 1,000,000 matches stored"
	@echo "make coverage  how often the intervals of ratings hold the truth"
	@echo "make ratings   how long ratings with their intervals take, up to 1,000 bots and 1,000,000 matches"
	@echo "make strength  how the house bots rank in each pool"
	@echo "make crash     kill a server N=100 times [DATABASE=postgresql], and judge what its database holds"
	@echo "make chaos     all floods at once beside honest bots, for MINUTES=3"
	@echo "make fuzz      FRAMES=1000000 mutated messages in process, and WIRE=100000 over the wire"
	@echo "make soak      200 bots in 1,000 matches at once, for MINUTES=15"
	@echo "make clean     remove the virtualenv and every cache"

demo: $(VENV)/installed
	@$(BIN)/muggins demo

test: $(VENV)/installed
	$(BIN)/pytest

lint: $(VENV)/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/buf lint protos
	$(BIN)/buf breaking protos --against protos/released.binpb
	$(BIN)/python protos/generate.py --check

format: $(VENV)/installed
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

protos: $(VENV)/installed
	$(BIN)/python protos/generate.py

released: $(VENV)/installed
	$(BIN)/buf build protos --exclude-source-info --output protos/released.binpb

bench: $(VENV)/installed-bench
	$(BIN)/python -m tests.bench.run

hiding: $(VENV)/installed
	$(BIN)/python -m tests.hiding.run

hands: $(VENV)/installed
	$(BIN)/python tests/slow/check_all_hands.py

shuffle: $(VENV)/installed
	$(BIN)/python -m tests.slow.check_shuffle

lists: $(VENV)/installed
	$(BIN)/python -m tests.slow.check_lists

coverage: $(VENV)/installed
	$(BIN)/python -m tests.slow.check_coverage

ratings: $(VENV)/installed
	$(BIN)/python -m tests.slow.check_rating_speed

strength: $(VENV)/installed
	$(BIN)/python tests/strength/measure_house.py

crash: N := 100
crash: DATABASE := sqlite
crash: $(VENV)/installed
	$(BIN)/python -m tests.crash.run $(N) $(DATABASE)

chaos: MINUTES := 3
chaos: $(VENV)/installed
	$(BIN)/python -m tests.attack.chaos $(MINUTES)

fuzz: FRAMES := 1000000
fuzz: WIRE := 100000
fuzz: $(VENV)/installed
	$(BIN)/python -m tests.attack.fuzz $(FRAMES) $(WIRE)

soak: MINUTES := 15
soak: $(VENV)/installed
	$(BIN)/python -m tests.attack.soak $(MINUTES)

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/installed: pyproject.toml constraints.txt | $(BIN)/pip
	@echo "Installing what muggins needs into $(VENV) (once; a minute or so)"
	@$(PIP) '.[dev]'
	@touch $@

$(VENV)/installed-bench: $(VENV)/installed
	@$(PIP) '.[dev,bench]'
	@touch $@

$(BIN)/pip:
	@test -n "$(PYTHON)" || \
		{ echo "muggins needs Python 3.11 or newer; install it, or name it: make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "$(PYTHON) has no venv module; on Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)
