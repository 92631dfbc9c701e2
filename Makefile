# illformed: everything that is done by hand or in CI. `make` alone says what there is.

CARGO ?= cargo
# What is tested and linted besides the default features.
FEATURES = illformed/test-per-vector
FUZZ_TARGET ?= decoders_agree
FUZZ_SECONDS ?= 60
README_DECODERS = std/from-utf8 std/from-utf8-lossy simdutf8/* java/replace java/read-utf java/cesu-8 java/xml \
	libc/mbrtowc libc/iconv-ucs-4be node/text-decoder* perl/encode perl/encode-lax \
	python/strict python/surrogate* python/replace python/incremental-strict python/json-loads

.DEFAULT_GOAL := help
.PHONY: help conformance test lint fmt fuzz bench readme selftest

help: ## say what can be made
	@sed -n 's/^\([a-z]*\):.*## /  make \1|/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "%-18s %s\n", $$1, $$2 }'

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

fuzz: ## search for FUZZ_SECONDS (60) with libFuzzer; installs cargo-fuzz if need be
	@command -v cargo-fuzz >/dev/null || $(CARGO) install cargo-fuzz --locked
	@mkdir -p fuzz/corpus/$(FUZZ_TARGET)
	$(CARGO) fuzz run --sanitizer none --features libfuzzer $(FUZZ_TARGET) \
		fuzz/corpus/$(FUZZ_TARGET) corpus/bytes corpus/regressions -- -max_len=128 -max_total_time=$(FUZZ_SECONDS)

bench: ## measure what asking costs
	$(CARGO) bench -p illformed --bench throughput

readme: ## write the matrix in README.md anew
	@$(CARGO) run --release --quiet -p illformed -- run --survey --findings 0 \
		$(addprefix --decoder ,$(README_DECODERS)) > target/readme-matrix.txt
	@awk '/BEGIN GENERATED/ { print; print "```text"; while ((getline line < "target/readme-matrix.txt") > 0) print line; \
		print "```"; skip = 1; next } /END GENERATED/ { skip = 0 } !skip' README.md > target/README.md
	@cp target/README.md README.md
