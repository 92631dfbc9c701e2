#!/usr/bin/env bash
# What the action does, a step an argument: choose, install, run, verdict. Inputs come as variables ILLFORMED_*, and GitHub's own
# (GITHUB_OUTPUT, GITHUB_STEP_SUMMARY, GITHUB_PATH, RUNNER_TEMP) name the files to write to. `run` ends with 0 whatever the
# decoder does, so that the report is kept; `verdict` ends with the exit code of `illformed run`.
#
# macOS has bash 3.2: no `local -n`, and an empty array is unset under `set -u`, hence ${array[@]+"${array[@]}"}.
set -euo pipefail

# What is written where no input says otherwise.
formats_by_default=terminal,json,html,junit,sarif,markdown,github

# Ends the step with 2 and an annotation that says why.
refuse() {
    printf '::error title=illformed::%s\n' "$(escaped "$1")"
    exit 2
}

# A text as the message of a workflow command.
escaped() {
    local text=${1//'%'/%25}
    text=${text//$'\r'/%0D}
    printf '%s' "${text//$'\n'/%0A}"
}

# An output of the step, without line breaks: one would begin another output.
output() {
    printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"
}

# The words of $1 in the array `split`: split as a shell does it, with its quotes and backslashes, but no shell runs and nothing
# is replaced: no variable, no command, no pattern.
split_words() {
    split=()
    local text=$1 word='' begun='' open='' at c
    for ((at = 0; at < ${#text}; at++)); do
        c=${text:at:1}
        if [ "$c" = "\\" ] && [ "$open" != "'" ]; then
            at=$((at + 1))
            c=${text:at:1}
            [ -n "$c" ] || refuse "a backslash stands before nothing: $text"
            [ "$c" != $'\n' ] || continue
            # Within double quotes it is a character like others, but before these.
            case $c in
                [\$\`\"\\]) ;;
                *) [ -z "$open" ] || word+="\\" ;;
            esac
            word+=$c begun=yes
        elif [ "$c" = "$open" ]; then
            open=''
        elif [ -z "$open" ] && { [ "$c" = "'" ] || [ "$c" = '"' ]; }; then
            open=$c begun=yes
        elif [ -z "$open" ] && [ -z "${c//[[:space:]]/}" ]; then
            [ -z "$begun" ] || split+=("$word")
            word='' begun=''
        else
            word+=$c begun=yes
        fi
    done
    [ -z "$open" ] || refuse "a quote is not closed: $text"
    [ -z "$begun" ] || split+=("$word")
}

# The lines of $1 that are not empty, each after the flag $2, in the array `split`.
split_lines() {
    split=()
    local line
    while IFS= read -r line || [ -n "$line" ]; do
        [ -n "${line//[[:space:]]/}" ] && split+=("$2" "$line")
    done <<<"$1"
    return 0
}

# The SHA-256 of the standard input, in hex.
sha256() {
    if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi | cut -d ' ' -f 1
}

# Where the program is installed that is kept under the key $1, empty for one that is not kept.
folder() {
    printf '%s' "${RUNNER_TEMP:?}/illformed/${1:-not-kept}"
}

# Where the sources of this action's own commit are.
sources() {
    printf '%s' "$(dirname "${BASH_SOURCE[0]}")/../../.."
}

# The key under which the program is kept, empty for one that may change under its name. The sources are known by what is in
# them: the action's ref may be a branch.
choose() {
    local version=${ILLFORMED_VERSION:-} from='' paths=(Cargo.toml Cargo.lock codec vectors harness)
    case $version in
        "") from=source-$(cd "$(sources)" && find "${paths[@]}" -type f ! -path '*/target/*' -exec cksum {} + | LC_ALL=C sort -k 3 | sha256) ;;
        git+*'#'*)
            [[ ${version#*#} =~ ^[0-9a-f]{40}$ ]] && from=git-$(printf '%s' "$version" | sha256)
            ;;
        [0-9]*) from=$version ;;
    esac
    local key=${from:+illformed-${RUNNER_OS:-}-${ImageOS:-}-${RUNNER_ARCH:-}-$from}
    output folder "$(folder "$key")"
    output key "$key"
}

# Downloads the program of the release of version $1 into the folder $2. Fails if there is none for this machine. One whose
# digest is not that of the release ends the step. `.ci/release archive` packs what is downloaded.
download() {
    local version=$1 to=$2 target kind=tgz name archive file
    case ${RUNNER_OS:-}-${RUNNER_ARCH:-} in
        Linux-X64) target=x86_64-unknown-linux-musl ;;
        Linux-ARM64) target=aarch64-unknown-linux-musl ;;
        macOS-X64) target=x86_64-apple-darwin ;;
        macOS-ARM64) target=aarch64-apple-darwin ;;
        Windows-X64) target=x86_64-pc-windows-msvc kind=zip ;;
        *) return 1 ;;
    esac
    [ -n "${ILLFORMED_RELEASES:-}" ] && command -v curl >/dev/null || return 1
    name=illformed-$version-$target
    archive=$name.$kind
    mkdir -p "$to/bin"
    for file in "$archive" "$archive.sha256"; do
        curl --fail --silent --location --proto =https --retry 2 --max-time 120 --output "$to/$file" \
            "$ILLFORMED_RELEASES/v$version/$file" || return 1
    done
    [ "$(sha256 <"$to/$archive")" = "$(cut -d ' ' -f 1 <"$to/$archive.sha256")" ] ||
        refuse "$archive: its digest is not that of $archive.sha256"
    case $kind in
        tgz) tar -xzf "$to/$archive" -C "$to" ;;
        zip) unzip -q "$to/$archive" -d "$to" ;;
    esac
    mv "$to/$name/illformed"* "$to/bin/"
    rm -r "${to:?}/$name" "${to:?}/$archive" "${to:?}/$archive.sha256"
}

# Whether the program in the folder $1 runs: a cache may be of another machine.
works() {
    "$1/bin/illformed" --version >/dev/null 2>&1
}

install() {
    local version=${ILLFORMED_VERSION:-} root release='' from=()
    root=$(folder "${ILLFORMED_KEY:-}")
    if [ "$version" = installed ]; then
        command -v illformed >/dev/null || refuse "version: installed, and there is no illformed on the PATH"
        return
    fi
    # A tag that is a version has a release.
    [[ ${version:-${ILLFORMED_TAG:-}} =~ ^v?([0-9]+\.[0-9]+\.[0-9]+[0-9A-Za-z.-]*)$ ]] && release=${BASH_REMATCH[1]}
    if [ -n "${ILLFORMED_KEY:-}" ] && works "$root"; then
        output from cache
        printf '%s\n' "$root/bin" >>"$GITHUB_PATH"
        return
    fi
    if [ -n "$release" ] && download "$release" "$root" && works "$root"; then
        output from release
        printf '%s\n' "$root/bin" >>"$GITHUB_PATH"
        return
    fi
    command -v cargo >/dev/null || refuse "cargo is not on the PATH, which installs illformed"
    case $version in
        "") from=(--path "$(sources)/harness") ;;
        path+*) from=(--path "${version#path+}") ;;
        git+*'#'*)
            local url=${version#git+}
            from=(--git "${url%%#*}" --rev "${url#*#}" illformed)
            ;;
        [0-9]*) from=(--version "$version" illformed) ;;
        *) refuse "version: $version: expected a version, git+URL#REV, path+FOLDER or installed" ;;
    esac
    cargo install --locked --force --root "$root" "${from[@]}" || refuse "illformed could not be installed"
    output from cargo
    printf '%s\n' "$root/bin" >>"$GITHUB_PATH"
}

# What an exit code says. Why, and whether a claim or a baseline is meant, is in the summary, which knows the record.
meaning() {
    case $1 in
        0) printf 'everything is as expected' ;;
        1) printf 'something is not as expected' ;;
        2) printf 'wrong usage or invalid files; nothing was judged' ;;
        3) printf 'an adapter could not be judged' ;;
        4) printf 'nothing was judged' ;;
        *) printf 'illformed itself failed' ;;
    esac
}

word() {
    case $1 in
        0) printf pass ;;
        1) printf fail ;;
        2) printf usage ;;
        3) printf not-judged ;;
        4) printf nothing-judged ;;
        *) printf broken ;;
    esac
}

run() {
    local out=${ILLFORMED_OUT:-illformed-report} formats=${ILLFORMED_FORMATS:-$formats_by_default}
    local words files annotate='' code=0 source=()
    case $out in *[$'\r\n']*) refuse "out has a line break" ;; esac
    formats=${formats//[[:space:]]/}
    # Annotations are made of the report afterwards, since what the run itself prints must not be taken for any.
    files=$(printf ',%s,' "$formats" | sed 's/,github,/,/; s/^,//; s/,$//')
    [ "$files" = "$formats" ] || annotate=yes
    case ,$files, in *,json,*) ;; *) files=${files:+$files,}json ;; esac

    words=(run --format "$files" --out "$out")
    split_lines "${ILLFORMED_ADAPTER:-}" --adapter
    words+=(${split[@]+"${split[@]}"})
    split_lines "${ILLFORMED_BASELINE:-}" --baseline
    words+=(${split[@]+"${split[@]}"})
    [ -z "${ILLFORMED_SOURCE:-}" ] || source=(--source "$ILLFORMED_SOURCE")
    words+=(${source[@]+"${source[@]}"})
    [ -z "${ILLFORMED_STALE:-}" ] || words+=(--stale "$ILLFORMED_STALE")
    [ -z "${ILLFORMED_COMMAND:-}" ] || words+=(--command "$ILLFORMED_COMMAND")
    split_words "${ILLFORMED_ARGUMENTS:-}"
    words+=(${split[@]+"${split[@]}"})
    split_words "${ILLFORMED_ADAPTER_PROGRAM:-}"
    [ ${#split[@]} -eq 0 ] || words+=(-- "${split[@]}")

    # Nothing that a decoder says is a command of the workflow, whatever its lines begin with.
    local guard
    guard=illformed-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
    rm -f "$out/report.json" "$out/report.sarif"
    printf '::stop-commands::%s\n' "$guard"
    illformed "${words[@]}" 2>&1 || code=$?
    printf '\n::%s::\n' "$guard"

    printf '### UTF-8: %s (exit code %s)\n\n' "$(meaning "$code")" "$code" >>"$GITHUB_STEP_SUMMARY"
    if [ -n "$annotate" ] && [ -f "$out/report.json" ]; then
        illformed render --format github ${source[@]+"${source[@]}"} "$out/report.json"
    fi
    output exit-code "$code"
    output verdict "$(word "$code")"
    output out "$out"
    output report "$([ ! -f "$out/report.json" ] || printf '%s' "$out/report.json")"
    output sarif "$([ ! -f "$out/report.sarif" ] || printf '%s' "$out/report.sarif")"
}

verdict() {
    case ${ILLFORMED_EXIT_CODE:-} in
        0) return ;;
        [1-9] | [1-9][0-9] | [1-9][0-9][0-9]) ;;
        *) refuse "illformed was not run" ;;
    esac
    printf '::error title=illformed::%s\n' "$(meaning "$ILLFORMED_EXIT_CODE"), see the summary and the report"
    exit "$ILLFORMED_EXIT_CODE"
}

case ${1:-} in
    choose | install | run | verdict) "$1" ;;
    *) refuse "run.sh: expected choose, install, run or verdict" ;;
esac
