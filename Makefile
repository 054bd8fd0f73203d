# The commands of this project. `make help` lists them.

ARGS ?=
SHELL := /bin/sh
# If the shell does not find cargo, add the folder where rustup installs it. Otherwise the PATH must not change, since that
# would rebuild everything that depends on Python.
ifeq ($(shell command -v cargo),)
export PATH := $(PATH):$(HOME)/.cargo/bin
endif

# Stops with an error message if something is missing. Otherwise selects the Python to embed. PYO3_PYTHON stays unset if
# cargo selects the same Python by itself, so that a plain `cargo build --release` afterwards has nothing to rebuild.
SET_UP = python=$$(scripts/set-up $(1)) || exit 1; \
	test -n "$$PYO3_PYTHON" || scripts/set-up --usual "$$python" || export PYO3_PYTHON="$$python";
TARGET = $${CARGO_TARGET_DIR:-target}
PREFIX ?= $(HOME)/.local
# The number of packages that are built at the same time: three for every two cores, because the last packages are built
# while the large ones before them are still being optimized.
THREADS = $$(($$(getconf _NPROCESSORS_ONLN) * 3 / 2))
BUILD = cargo build --profile quick -j $(THREADS)
FORMAT = cargo fmt --all $(1) && cargo fmt --manifest-path fuzz/Cargo.toml $(1)

# Plays a match of the ant war, and stores its arguments for a repetition.
ANTS_LAST = $(TARGET)/ants-last
ANTS = $(SET_UP) $(BUILD) && match() { \
	case "$$*" in *--seed*) ;; *) set -- "$$@" --seed "$$(date +%s)" ;; esac; \
	echo "$$*" >$(ANTS_LAST); $(TARGET)/quick/wag play ants "$$@"; };
# Checks that there is a match to repeat.
LAST = test -f $(ANTS_LAST) || { echo 'there is no match yet to be played again: make ants-maze plays one' >&2; exit 1; };

.PHONY: help book play client install dist wheel release ants-tutorial ants-maze ants-maze4 ants-profiles ants-trials ants-again ants-debug test test-wheel test-slow test-dask test-pythons test-systems bench-check format clean editor

help:
	@echo 'make play           play a match of Warriors & Gatherers with yourAI.py'
	@echo '                    make play ARGS="yourAI.py other.py --rounds 500 --seed 7": see wag play --help'
	@echo 'make client         open Wag in the browser, to set up, watch and analyze matches'
	@echo 'make install        put the program on your PATH: ~/.local/bin/wag (another folder: make install PREFIX=/usr/local)'
	@echo 'make ants-tutorial, ants-maze, ants-maze4, ants-profiles, ants-trials'
	@echo '                    play Colony at the ant war: a first match, mazes for two and four, its profiles'
	@echo '                    against each other, each of its test bots; ARGS are added, such as ARGS="--turns 100"'
	@echo 'make ants-again     play the last of these matches again'
	@echo 'make ants-debug     the same with python/ants/colony/, where breakpoint() stops'
	@echo 'make dist           build the smallest program, to be given away: target/dist/wag'
	@echo 'make editor         prepare the editor of the pages with Node; the next build contains it (also automatically if Node is there)'
	@echo 'make book           build the book as two sites with mdBook: target/book/en and target/book/de'
	@echo 'make wheel          build the Python package (pip install .) as a file: target/wheels/*.whl'
	@echo 'make release        build what is given to others into target/packages: the source code, a wheel for each Python there is,'
	@echo '                    the program, the licenses of everything inside, checksums'
	@echo 'make test           check the format, the lints, and run all tests'
	@echo 'make test-slow      run what takes minutes: long counts of the games for two, climbs of the ladder, wins of the first AIs,'
	@echo '                    known causes of lost matches, the memory of a client that is used for long, the pages in a browser and'
	@echo '                    from a server that are slow'
	@echo 'make test-wheel     play all hostile files through the Python module; build the module from the source distribution, try the'
	@echo '                    wheel with each Python there is, and, as root, on a bare Debian 12'
	@echo 'make test-dask      let workers of Dask be killed, stopped, cut off and run out of disk; some of it as root'
	@echo 'make test-pythons   run the Python-facing tests with every CPython 3.10 to 3.15 there is'
	@echo 'make test-systems   try the README on bare Debian 12, 13 and sid, as root'
	@echo 'make bench-check    count the instructions of turns, rules and views, and compare them'
	@echo 'make format         format every Rust file, and the pages if their packages are installed (make test installs them)'
	@echo 'make clean          remove everything that was built'
	@echo 'PYO3_PYTHON=python3.12 make play   embeds this Python instead of the first one found'

play:
	@$(SET_UP) $(BUILD) && $(TARGET)/quick/wag play $(ARGS) && echo "Watch it in your browser: make client, or $(TARGET)/quick/wag client" >&2

client:
	@$(SET_UP) $(BUILD) && $(TARGET)/quick/wag client $(ARGS)

install:
	@$(SET_UP) $(BUILD) && install -D $(TARGET)/quick/wag $(PREFIX)/bin/wag && case ":$$PATH:" in \
	*":$(PREFIX)/bin:"*) echo "wag is in $(PREFIX)/bin" ;; \
	*) echo "wag is in $(PREFIX)/bin, which is not on your PATH; add it: export PATH=\"$(PREFIX)/bin:\$$PATH\"" ;; esac

dist:
	@$(SET_UP) cargo build --profile dist && ls -l $(TARGET)/dist/wag

# Cargo bundles the editor when it builds the server; after this, it tries again.
editor:
	node web/editor/bundle.js $(TARGET)/editor.js && touch web/editor/package.json

ants-tutorial:
	@$(ANTS) match Colony Random --map tutorial --scenario $(ARGS)

ants-maze:
	@$(ANTS) match Colony Hunter --map warren2 $(ARGS)

ants-maze4:
	@$(ANTS) match Colony Hunter Hunter Hunter --map warren4 $(ARGS)

ants-profiles:
	@$(ANTS) match Colony Colony-aggressive Colony-defensive Colony-expansive --map warren4 $(or $(ARGS),--turns 250)

ants-trials:
	@$(ANTS) trial() { match Colony "$$@" $(or $(ARGS),--turns 250); } && \
	trial AttackOnly --map warren2 && trial DefendOnly --map warren2 && trial AttackHill --map attack --scenario && \
	trial DefendHill --map defend && trial Concentrate --map swarm --scenario && trial Flock --map troop --scenario && \
	trial Swarm --map swarm --scenario

ants-again:
	@$(LAST) $(SET_UP) $(BUILD) && $(TARGET)/quick/wag play ants $$(cat $(ANTS_LAST)) $(ARGS)

ants-debug:
	@$(LAST) $(SET_UP) $(BUILD) && $(TARGET)/quick/wag play ants --debug \
	$$(sed 's|^Colony |python/ants/colony/default.py |' $(ANTS_LAST)) $(ARGS)

test:
	@$(call SET_UP,--test) scripts/test

book:
	@scripts/book

# For another Python: PYO3_PYTHON=python3.13 make wheel
wheel:
	@scripts/wheel $(ARGS)

# ARGS=--source builds only the source distribution and the licenses.
release:
	@scripts/release $(ARGS)

test-wheel:
	@$(call SET_UP,--test) cargo nextest --version >/dev/null && cargo build --workspace --lib --tests && \
	PYO3_PYTHON="$$python" scripts/test-python --hostile && tests/wheel/source && tests/wheel/pythons && tests/wheel/bare-root

test-slow:
	@$(SET_UP) WAG_SLOW_TESTS=1 "$$python" -m unittest discover -v -s tests/two_player && \
	cargo test --test commands ladder:: -- --ignored && \
	cargo test --test project first_ais:: -- --ignored && \
	cargo test --test commands client::soak -- --ignored --nocapture && cargo build && \
	cargo test -p wag-server installed_games -- --ignored && \
	cargo test --profile quick -p wag-games -- --ignored && \
	$(BUILD) && "$$python" tests/explain/measure.py --wag $(TARGET)/quick/wag && \
	WAG_SLOW_PAGES=5,300 scripts/test-web

test-dask:
	@$(SET_UP) cargo build --workspace --lib && PYO3_PYTHON="$$python" WAG_SLOW_TESTS=1 scripts/test-python tests/python/test_dask.py

test-pythons:
	@$(SET_UP) unset PYO3_PYTHON; scripts/test-pythons

test-systems:
	@scripts/test-systems

bench-check:
	@$(SET_UP) cargo test --test instructions

format:
	@$(call FORMAT)
	@test ! -x web/node_modules/.bin/biome || (cd web && node_modules/.bin/biome format --write .)

clean:
	cargo clean
