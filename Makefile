# illformed: everything that is done by hand or in CI. `make` alone says what there is.

CARGO ?= cargo
# What is tested and linted besides the default features.
FEATURES = illformed/test-per-vector
# The targets that are searched, all unless named, and for how long each.
FUZZ_TARGETS ?= $(filter-out planted_fault, \
	$(shell sed -n 's/^path = "fuzz_targets\/\(.*\)\.rs"/\1/p' fuzz/Cargo.toml))
FUZZ_SECONDS ?= 60
# Longer than any input should take, and more memory: an engine calls it a failure to reach them.
FUZZ_LIMITS = -timeout=10 -rss_limit_mb=1024
README_DECODERS = std/from-utf8 std/from-utf8-lossy simdutf8/* java/replace java/read-utf java/cesu-8 java/xml \
	libc/mbrtowc libc/iconv-ucs-4be node/text-decoder* perl/encode perl/encode-lax \
	python/strict python/surrogate* python/replace python/incremental-strict python/json-loads

.DEFAULT_GOAL := help
.PHONY: help conformance test lint fmt fuzz fuzz-afl kills kills-build kills-smoke bench readme selftest

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

fuzz: ## search FUZZ_SECONDS (60) a target with libFuzzer, all or FUZZ_TARGETS; installs cargo-fuzz if need be
	@command -v cargo-fuzz >/dev/null || $(CARGO) install cargo-fuzz --locked
	@red=; for target in $(FUZZ_TARGETS); do \
	    mkdir -p fuzz/corpus/$$target; \
	    case $$target in *_read_strictly) max=1024;; *) max=128;; esac; \
	    echo "== $$target"; \
	    $(CARGO) fuzz run --sanitizer none --features libfuzzer $$target fuzz/corpus/$$target \
	        corpus/bytes corpus/text corpus/calls corpus/regressions -- -dict=fuzz/utf8.dict -max_len=$$max \
	        $(FUZZ_LIMITS) -max_total_time=$(FUZZ_SECONDS) || red="$$red $$target"; \
	done; test -z "$$red" || { echo "red:$$red"; exit 1; }

fuzz-afl: ## the same with AFL++; installs cargo-afl if need be
	@command -v cargo-afl >/dev/null || $(CARGO) install cargo-afl --locked
	$(CARGO) afl build --release --quiet -p illformed-fuzz --features afl --target-dir target/afl
	@red=; for target in $(FUZZ_TARGETS); do \
	    mkdir -p fuzz/corpus/afl; \
	    case $$target in *_read_strictly|labels_agree) seeds=text; max=1024;; call_scripts_*) seeds=calls; max=128;; \
	        *) seeds=bytes; max=128;; esac; \
	    echo "== $$target"; \
	    AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_AUTORESUME=1 \
	        $(CARGO) afl fuzz -V $(FUZZ_SECONDS) -t 1000 -m 1024 -G $$max -x fuzz/utf8.dict -i corpus/$$seeds \
	        -o fuzz/corpus/afl/$$target target/afl/release/$$target >fuzz/corpus/afl/$$target.log 2>&1 \
	        || { tail -n 20 fuzz/corpus/afl/$$target.log; red="$$red $$target"; continue; }; \
	    grep -E '^(execs_done|execs_per_sec|saved_crashes|saved_hangs) ' fuzz/corpus/afl/$$target/default/fuzzer_stats; \
	    grep -qE '^saved_(crashes|hangs) *: *[1-9]' fuzz/corpus/afl/$$target/default/fuzzer_stats \
	        && red="$$red $$target"; \
	done; test -z "$$red" || { echo "red:$$red"; exit 1; }

# The target of planted faults, built as the others are: with our mutator, and without it.
KILLS = target/kills
EXECUTIONS_TO_KILL = $(CARGO) run --quiet -p illformed-fuzz --example executions_to_kill --
FUZZ_BUILD = $(CARGO) fuzz build --sanitizer none planted_fault --features
FUZZ_BUILT = target/$$(rustc -vV | sed -n 's/^host: //p')/release/planted_fault
# Some faults of each structure, for AFL++, which is slower.
AFL_FAULTS = m10 m33 m54 m71 s01

kills-build:
	@command -v cargo-fuzz >/dev/null || $(CARGO) install cargo-fuzz --locked
	@mkdir -p $(KILLS)
	$(FUZZ_BUILD) libfuzzer
	@cp $(FUZZ_BUILT) $(KILLS)/ours

kills: kills-build ## write fuzz/EXECUTIONS.md anew: what it takes to find each planted fault, ours and plain; an hour
	$(FUZZ_BUILD) libfuzzer,without-mutator
	@cp $(FUZZ_BUILT) $(KILLS)/plain
	@$(EXECUTIONS_TO_KILL) table $(KILLS)/ours $(KILLS)/plain fuzz/utf8.dict $(KILLS)/ledger.tsv fuzz/EXECUTIONS.md \
		$(KILLS)/table.json

kills-smoke: kills-build ## check that the engines find every planted fault within a small budget
	@$(EXECUTIONS_TO_KILL) smoke $(KILLS)/ours fuzz/utf8.dict
	@command -v cargo-afl >/dev/null || $(CARGO) install cargo-afl --locked
	$(CARGO) afl build --release --quiet -p illformed-fuzz --features afl --bin planted_fault --target-dir target/afl
	@rm -rf $(KILLS)/afl; mkdir -p $(KILLS)/afl/seed; printf a >$(KILLS)/afl/seed/a
	@red=; for fault in $(AFL_FAULTS); do \
	    ILLFORMED_FAULT=$$fault AFL_BENCH_UNTIL_CRASH=1 AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 \
	        AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 $(CARGO) afl fuzz -s 1 -V 20 -t 1000 -m 1024 -G 64 -x fuzz/utf8.dict \
	        -i $(KILLS)/afl/seed -o $(KILLS)/afl/$$fault target/afl/release/planted_fault \
	        >$(KILLS)/afl/$$fault.log 2>&1 || tail -n 20 $(KILLS)/afl/$$fault.log; \
	    grep -qE '^saved_crashes *: *[1-9]' $(KILLS)/afl/$$fault/default/fuzzer_stats || red="$$red $$fault"; \
	done; test -z "$$red" || { echo "AFL++ does not find:$$red"; exit 1; }; echo "AFL++ finds: $(AFL_FAULTS)"

bench: ## measure what asking costs
	$(CARGO) bench -p illformed --bench throughput

readme: ## write the matrix in README.md anew
	@$(CARGO) run --release --quiet -p illformed -- run --survey --findings 0 \
		$(addprefix --decoder ,$(README_DECODERS)) > target/readme-matrix.txt
	@awk '/BEGIN GENERATED/ { print; print "```text"; while ((getline line < "target/readme-matrix.txt") > 0) print line; \
		print "```"; skip = 1; next } /END GENERATED/ { skip = 0 } !skip' README.md > target/README.md
	@cp target/README.md README.md
