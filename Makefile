# illformed: everything that is done by hand or in CI. `make` alone says what there is.

CARGO ?= cargo
# Where cargo builds.
BUILT = $(abspath $(or $(CARGO_TARGET_DIR),target))
# Which tests `make test-tools` runs, as the test program is told, all unless said otherwise.
TOOLS =
# The decoders whose baselines may be without them in `make conformance`: not every machine has every interpreter.
ALLOW_MISSING = '*'
# What is tested and linted besides the default features.
FEATURES = illformed-judge/libtest
# Tests wait for processes and clocks for a third of their time: with one at a time on each core, cores stand idle.
export RUST_TEST_THREADS ?= $(shell expr 2 \* $$(getconf _NPROCESSORS_ONLN))
# The contributors' programs, built as `make test` builds them. `cargo run -p` builds all packages again, since it turns on fewer
# features of dependencies; --examples turns on those of dev-dependencies, and no example exists.
BUILD_PROGRAM = $(CARGO) build --quiet --workspace --features $(FEATURES) --examples --bin
WORKSHOP = $(BUILD_PROGRAM) workshop && $(BUILT)/debug/workshop
ENGINES = $(BUILD_PROGRAM) engines && $(BUILT)/debug/engines
# The targets that are searched, all unless named; for how many seconds each; and what the inputs depend on, the clock unless
# it is a number.
FUZZ_TARGETS ?=
FUZZ_SECONDS ?= 10
FUZZ_SEED ?=
# The folder of seeds that `make corpus` chooses for; another than corpus has to be a copy of it.
CORPUS ?= corpus
# Puts the text in the file $(2) between the marks of the page $(1).
between_marks = awk '/BEGIN GENERATED/ { print; print "```text"; while ((getline line < "$(2)") > 0) print line; \
	print "```"; skip = 1; next } /END GENERATED/ { skip = 0 } !skip' $(1) > $(2).page && cp $(2).page $(1)
README_DECODERS = std/from-utf8 std/from-utf8-lossy simdutf8/* java/replace java/read-utf java/cesu-8 java/xml \
	libc/mbrtowc libc/iconv-ucs-4be node/text-decoder* perl/encode perl/encode-lax \
	python/strict python/surrogate* python/replace python/incremental-strict python/json-loads

.DEFAULT_GOAL := help
.PHONY: help adapters conformance test test-tools test-long lint fmt fuzz fuzz-afl fuzz-smoke cargo-fuzz cargo-afl cargo-mutants mutants planted-faults corpus coverage oss-fuzz-build \
	kills kills-smoke bench bench-learners instructions public-items readme

help: ## say what can be made
	@sed -n 's/^\([a-z-]*\):.*## /  make \1|/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "%-18s %s\n", $$1, $$2 }'

adapters: ## install what the shipped adapters drive and this machine lacks, as far as this Debian has it
	@wanted=$$($(CARGO) run --release --quiet -p illformed -- adapter list --format json \
	    | sed -n 's/.*"install": "apt-get install \(.*\)".*/\1/p' | tr ' ' '\n' | sort -u); \
	known=$$(for package in $$wanted; do apt-cache show "$$package" >/dev/null 2>&1 && echo "$$package"; done | tr '\n' ' '); \
	[ -n "$$known" ] || { echo "Nothing to install: all adapters are found, or this Debian lacks what is absent."; exit 0; }; \
	echo "About to install: $$known"; \
	$$([ "$$(id -u)" = 0 ] || echo sudo) apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends $$known

conformance: ## judge every decoder found on this machine and hold it to harness/baselines; reports in target/conformance
	@$(CARGO) run --release --quiet -p illformed -- run --survey --baseline harness/baselines --stale error \
	    $(addprefix --allow-missing ,$(ALLOW_MISSING)) \
	    --format terminal,html,json --out target/conformance

test: ## prove the project itself, with nothing but cargo
	$(CARGO) test --workspace --features $(FEATURES)

test-tools: ## type the guides, and test the adapters and the report with the interpreters, compilers and the browser that are here
	$(CARGO) test --workspace --features $(FEATURES) --test tools $(if $(TOOLS),-- $(TOOLS))

test-long: ## run both with all rows of the long tables; one needs cargo-nextest (cargo install cargo-nextest)
	ILLFORMED_WHOLE=1 $(CARGO) test --workspace --features $(FEATURES)
	ILLFORMED_WHOLE=1 $(CARGO) test --workspace --features $(FEATURES) --test tools

mutants: cargo-mutants ## change the codec and the judge, or PACKAGES, in every way that cargo-mutants knows, and say what no test notices; hours
	@# Exit code 3: none was missed, and some were noticed by an endless loop.
	$(CARGO) mutants $(addprefix -p ,$(or $(PACKAGES),illformed-codec illformed-judge)) $(addprefix --shard ,$(SHARD)) \
	    $(if $(filter illformed-codec,$(PACKAGES)),,--features illformed-judge/libtest) \
	    --output $(BUILT) || [ $$? -eq 3 ]

planted-faults: ## plant faults in a copy of the codec, and check that a run refuses to judge, that lint and promote go on
	@.ci/planted-faults

lint: ## check form: rustfmt, clippy, docs, vectors
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --features $(FEATURES),illformed-engines/test-engines,illformed/test-releases -- -D warnings
	@$(MAKE) --no-print-directory public-items
	$(WORKSHOP) vectors fmt --check vectors/suite
	$(WORKSHOP) vectors complete --check vectors/suite
	$(WORKSHOP) vectors generate --check vectors
	$(WORKSHOP) vectors flat --check vectors
	$(WORKSHOP) mutants --smoke --write vectors/smoke.txt --check >/dev/null
	@# What is built in is what lies there: cargo builds anew when a file of vectors is another.
	$(WORKSHOP) vectors lint

public-items: ## write the documentation, and hold the public items of the published crates to a list; WRITE=1 sets it
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --quiet --features $(FEATURES)
	@.ci/public-items $(BUILT)/doc $(if $(WRITE),--write)

fmt: ## write code and vectors in their form
	$(CARGO) fmt --all
	$(WORKSHOP) vectors generate vectors
	$(WORKSHOP) vectors fmt vectors/suite
	$(WORKSHOP) vectors flat vectors
	$(WORKSHOP) mutants --smoke --write vectors/smoke.txt >/dev/null

cargo-fuzz:
	@$(CARGO) fuzz --version >/dev/null 2>&1 || $(CARGO) install cargo-fuzz --locked

cargo-mutants:
	@$(CARGO) mutants --version >/dev/null 2>&1 || $(CARGO) install cargo-mutants --locked

cargo-afl:
	@$(CARGO) afl --version >/dev/null 2>&1 || $(CARGO) install cargo-afl --locked

fuzz: cargo-fuzz ## search all targets, or FUZZ_TARGETS, each FUZZ_SECONDS (10) with libFuzzer
	@$(ENGINES) search --seconds $(FUZZ_SECONDS) $(addprefix --target ,$(FUZZ_TARGETS)) -- $(addprefix -seed=,$(FUZZ_SEED))

fuzz-afl: cargo-afl ## search them FUZZ_SECONDS (10) each with AFL++ alone
	@$(ENGINES) search --engine afl --seconds $(FUZZ_SECONDS) $(addprefix --target ,$(FUZZ_TARGETS)) -- $(addprefix -s ,$(FUZZ_SEED))

fuzz-smoke: cargo-fuzz cargo-afl ## plant a fault, see both engines find it, and a crash of it become a vector
	$(CARGO) build --workspace --bins
	$(CARGO) test -p illformed-engines --features test-engines --test it -- engines promote

corpus: cargo-fuzz ## choose seeds from the vectors and from what searches found, beside those by hand
	@$(ENGINES) choose-seeds $(CURDIR)/$(CORPUS)

coverage: ## measure what the corpus reaches, in target/coverage, and hold the floors; RAISE=1 raises them; needs LLVM's tools
	@.ci/coverage $(if $(RAISE),--raise)

oss-fuzz-build: ## build the targets as OSS-Fuzz does, plain and with AddressSanitizer, and start each on its seeds
	@.ci/oss-fuzz-build plain address

kills: cargo-fuzz ## write fuzz/EXECUTIONS.md anew: what it takes to find each planted fault, ours and plain; an hour
	@$(ENGINES) kills table > target/kills.txt; ended=$$?; cat target/kills.txt; [ $$ended -gt 1 ] || \
		$(call between_marks,fuzz/EXECUTIONS.md,target/kills.txt); exit $$ended

kills-smoke: cargo-fuzz cargo-afl ## check that the engines find every planted fault within a small budget
	@$(ENGINES) kills smoke

bench: cargo-fuzz ## measure what judging and searching cost, as ratios, beside the last time; ten minutes; kept in target/bench
	@.ci/bench

bench-learners: ## count the words that learners ask for RFC 3629, ours and those of AALpy, which it installs under target/
	@.ci/bench-learners

instructions: ## hold the instructions of a few runs to .ci/instructions.json; WRITE=1 sets them; needs valgrind
	@FEATURES=$(FEATURES) .ci/instructions $(if $(WRITE),--write)

readme: ## write anew what is generated in README and guides: the matrix, the causes, the picture
	@$(CARGO) run --release --quiet -p illformed -- run --survey --matrix \
		$(addprefix --decoder ,$(README_DECODERS)) > target/readme-matrix.txt
	@$(call between_marks,harness/docs/matrix.md,target/readme-matrix.txt)
	@$(WORKSHOP) causes > target/causes.md
	@cp target/causes.md harness/docs/causes.md
	@SNAPSHOTS=overwrite $(CARGO) test --quiet -p illformed --test tools -- transcripts::the_picture
