#!/usr/bin/env bash
# Builds the fuzz targets and leaves them in $OUT with their seeds, dictionaries and options. The one build script of
# ClusterFuzzLite and OSS-Fuzz, and it runs on any machine with Rust, bash and a C++ compiler.
#
# It reads what their images set, and does without:
#   OUT                       where to; else target/out
#   SANITIZER                 address, coverage or none; else none
#   FUZZING_ENGINE            libfuzzer, which is the default
#   ARCHITECTURE              that of this machine, which is the default
#   RUSTFLAGS                 added to those of cargo-fuzz
#   CUSTOM_LIBFUZZER_PATH     a built libFuzzer, for the crate libfuzzer-sys, which else compiles its own
#   CUSTOM_LIBFUZZER_STD_CXX  the C++ library that it needs
#   SRC                       where the sources are as $SRC/illformed, if this script was copied from them
# FUZZ_TARGETS, names with spaces between, builds only some. ENGINES is the program `engines`, if it is built.
set -euo pipefail

fail() {
    echo "build.sh: $*" >&2
    exit 2
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# Their images run a copy of this file that lies beside the sources.
[ -f "$root/fuzz/Cargo.toml" ] || root=${SRC:-}/illformed
[ -f "$root/fuzz/Cargo.toml" ] || fail "the sources are not in $root"
cd "$root"

sanitizer=${SANITIZER:-none}
case $sanitizer in
    address | coverage | none) ;;
    *) fail "SANITIZER=$sanitizer: Rust has address, coverage and none here" ;;
esac
case ${FUZZING_ENGINE:-libfuzzer} in
    libfuzzer) ;;
    *) fail "FUZZING_ENGINE=$FUZZING_ENGINE: the targets are built for libfuzzer; make fuzz-afl is for AFL++" ;;
esac
host=$(rustc -vV | sed -n 's/^host: //p')
case ${ARCHITECTURE:-${host%%-*}} in
    "${host%%-*}") ;;
    *) fail "ARCHITECTURE=$ARCHITECTURE: the targets are built for the machine that builds, ${host%%-*}" ;;
esac

out=${OUT:-$root/target/out}
mkdir -p "$out"
target=$(cargo metadata --no-deps --format-version 1 | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')

# What is not stable yet: a sanitizer, and flags of theirs. Their toolchain is a nightly one; a stable one takes them too.
flags=${RUSTFLAGS:-}
case "$sanitizer $flags" in
    address* | *-Z*) rustc --version | grep -q nightly || export RUSTC_BOOTSTRAP=1 ;;
esac

read -r -a targets <<<"${FUZZ_TARGETS:-}"

if [ "$sanitizer" = coverage ]; then
    # Not cargo-fuzz: for coverage the `cargo` of their image replaces it with a build without features, and so without an
    # engine. The paths of the sources are whole ones, since their report looks for those.
    case $flags in
        *instrument-coverage*) ;;
        *) flags="$flags --cfg fuzzing -Cinstrument-coverage" ;;
    esac
    for package in codec vectors harness fuzz; do
        flags="$flags --remap-path-prefix $package=$root/$package"
    done
    bins=()
    # Before bash 4.4 an empty list is an unset variable.
    for name in ${targets[@]+"${targets[@]}"}; do bins+=(--bin "$name"); done
    [ ${#bins[@]} -gt 0 ] || bins=(--bins)
    RUSTFLAGS=$flags cargo build --target "$host" --package illformed-fuzz --features libfuzzer "${bins[@]}"
    built=$target/$host/debug
else
    # A debug build is enough: cargo-fuzz only starts cargo.
    command -v cargo-fuzz >/dev/null || cargo install cargo-fuzz --locked --debug
    build=(cargo fuzz build --no-trace-compares --sanitizer "$sanitizer" --target "$host" --features libfuzzer)
    if [ ${#targets[@]} -eq 0 ]; then
        "${build[@]}"
    else
        for name in "${targets[@]}"; do "${build[@]}" "$name"; done
    fi
    built=$target/$host/release
fi

# Which targets there are, and what goes with each, is in the source of the properties; this program reads it there. It is
# an ordinary program: their flags are not for it.
read -r -a engines <<<"${ENGINES:-cargo run --quiet --package illformed-engines --}"
env -u RUSTFLAGS -u RUSTC_BOOTSTRAP "${engines[@]}" fill-out \
    "$built" "$out" ${targets[@]+"${targets[@]}"}
