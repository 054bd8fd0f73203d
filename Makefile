# The commands of this project. `make help` tells them.

ARGS ?=
SHELL := /bin/sh
# Where rustup puts cargo, should the shell not know it yet.
export PATH := $(PATH):$(HOME)/.cargo/bin

# Stops with one sentence if something is missing; otherwise names the Python that is embedded.
SET_UP = PYO3_PYTHON=$$(scripts/set-up $(1)) || exit 1; export PYO3_PYTHON;
TARGET = $${CARGO_TARGET_DIR:-target}
# All cores are busy to the end where cargo-nextest is installed; it leaves out the examples of the code's own documentation.
RUST_TESTS = if cargo nextest --version >/dev/null 2>&1; then cargo nextest run && cargo test --doc; else cargo test --no-fail-fast; fi
# Every Rust file: `cargo fmt` does not see the games' modules, which a macro declares.
FORMAT = rustfmt --edition 2024 $$(find build.rs src tests fuzz -name target -prune -o -name '*.rs' -print)

.PHONY: help play test test-slow test-pythons test-systems bench-check format clean

help:
	@echo 'make play           play a match of Warriors & Gatherers with yourAI.py'
	@echo '                    make play ARGS="yourAI.py other.py --rounds 500 --seed 7": see wag play --help'
	@echo 'make test           check the format, the lints, and run all tests'
	@echo 'make test-slow      run what takes minutes: long counts of the games for two, climbs of the ladder'
	@echo 'make test-pythons   run the Python-facing tests with every CPython 3.10 to 3.15 there is'
	@echo 'make test-systems   try the README on bare Debian 12, 13 and sid, as root'
	@echo 'make bench-check    count the instructions of turns, rules and views, and compare them'
	@echo 'make format         format every Rust file'
	@echo 'make clean          remove everything that was built'
	@echo 'PYO3_PYTHON=python3.12 make play   embeds this Python instead of the first one found'

play:
	@$(SET_UP) cargo build --release && $(TARGET)/release/wag play $(ARGS)

test:
	@$(call SET_UP,--test) set -x; \
	$(FORMAT) --check && \
	cargo clippy --all-targets -- -D warnings && \
	{ $(RUST_TESTS); } && \
	scripts/test-web

test-slow:
	@$(SET_UP) WAG_SLOW_TESTS=1 "$$PYO3_PYTHON" -m unittest discover -v -s tests/two_player && \
	cargo test --test ladder -- --ignored

test-pythons:
	@$(SET_UP) unset PYO3_PYTHON; scripts/test-pythons

test-systems:
	@scripts/test-systems

bench-check:
	@$(SET_UP) cargo test --test instructions

format:
	@$(FORMAT)

clean:
	cargo clean
