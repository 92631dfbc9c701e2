# illformed: everything that is done by hand or in CI. `make` alone says what there is.

CARGO ?= cargo
# What is tested and linted besides the default features.
FEATURES = illformed/test-per-vector
# The targets that are searched, all unless named; for how many seconds each with libFuzzer, and with AFL++; and what the
# inputs depend on, the clock unless it is a number.
FUZZ_TARGETS ?=
FUZZ_SECONDS ?= 10
FUZZ_AFL_SECONDS ?= 5
FUZZ_SEED ?=
README_DECODERS = std/from-utf8 std/from-utf8-lossy simdutf8/* java/replace java/read-utf java/cesu-8 java/xml \
	libc/mbrtowc libc/iconv-ucs-4be node/text-decoder* perl/encode perl/encode-lax \
	python/strict python/surrogate* python/replace python/incremental-strict python/json-loads

.DEFAULT_GOAL := help
.PHONY: help conformance test lint fmt fuzz fuzz-afl fuzz-smoke cargo-fuzz cargo-afl bench readme selftest

help: ## say what can be made
	@sed -n 's/^\([a-z-]*\):.*## /  make \1|/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "%-18s %s\n", $$1, $$2 }'

conformance: ## judge every decoder found on this machine; report.html and report.json in target/conformance
	@$(CARGO) run --release --quiet -p illformed -- run --survey --format terminal,html,json --out target/conformance

test: ## prove the project itself
	$(CARGO) test --workspace --features $(FEATURES)

selftest: ## check that adapters that misbehave get what they deserve
	@$(CARGO) run --release --quiet -p illformed -- selftest

lint: ## check form: rustfmt, clippy, docs, vectors
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --features $(FEATURES) -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --quiet --features $(FEATURES)
	$(CARGO) run --quiet -p illformed -- vectors fmt --check vectors/suite
	$(CARGO) run --quiet -p illformed -- vectors complete --check vectors/suite
	$(CARGO) run --quiet -p illformed -- vectors generate --check vectors
	$(CARGO) run --quiet -p illformed -- vectors lint vectors/suite
	$(CARGO) run --quiet -p illformed -- vectors lint
	for kind in encode detect label; do \
	    $(CARGO) run --quiet -p illformed -- vectors fmt --check vectors/$$kind.json && \
	    $(CARGO) run --quiet -p illformed -- vectors lint vectors/$$kind.json || exit 1; done

fmt: ## write code and vectors in their form
	$(CARGO) fmt --all
	$(CARGO) run --quiet -p illformed -- vectors generate vectors
	$(CARGO) run --quiet -p illformed -- vectors fmt vectors/suite
	for kind in encode detect label; do \
	    $(CARGO) run --quiet -p illformed -- vectors fmt vectors/$$kind.json || exit 1; done

cargo-fuzz:
	@$(CARGO) fuzz --version >/dev/null 2>&1 || $(CARGO) install cargo-fuzz --locked

cargo-afl:
	@$(CARGO) afl --version >/dev/null 2>&1 || $(CARGO) install cargo-afl --locked

fuzz: cargo-fuzz cargo-afl ## search all targets, or FUZZ_TARGETS, each FUZZ_SECONDS (10) with libFuzzer and FUZZ_AFL_SECONDS (5) with AFL++
	@$(CARGO) run --release --quiet -p illformed -- fuzz --engine both --seconds $(FUZZ_SECONDS) \
	    --afl-seconds $(FUZZ_AFL_SECONDS) $(addprefix --seed ,$(FUZZ_SEED)) $(addprefix --target ,$(FUZZ_TARGETS))

fuzz-afl: cargo-afl ## search them FUZZ_SECONDS (10) each with AFL++ alone
	@$(CARGO) run --release --quiet -p illformed -- fuzz --engine afl --seconds $(FUZZ_SECONDS) \
	    $(addprefix --seed ,$(FUZZ_SEED)) $(addprefix --target ,$(FUZZ_TARGETS))

fuzz-smoke: cargo-fuzz cargo-afl ## plant a fault and see both engines find it
	$(CARGO) test -p illformed --features test-engines --test engines

bench: ## measure what asking costs
	$(CARGO) bench -p illformed --bench throughput

readme: ## write the matrix in README.md anew
	@$(CARGO) run --release --quiet -p illformed -- run --survey --findings 0 \
		$(addprefix --decoder ,$(README_DECODERS)) > target/readme-matrix.txt
	@awk '/BEGIN GENERATED/ { print; print "```text"; while ((getline line < "target/readme-matrix.txt") > 0) print line; \
		print "```"; skip = 1; next } /END GENERATED/ { skip = 0 } !skip' README.md > target/README.md
	@cp target/README.md README.md
