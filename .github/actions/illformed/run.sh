#!/usr/bin/env bash
# What the action does, a step an argument: install, run, verdict. Inputs come as variables ILLFORMED_*, and GitHub's own
# (GITHUB_OUTPUT, GITHUB_STEP_SUMMARY, GITHUB_PATH, RUNNER_TEMP) name the files to write to. `run` ends with 0 whatever the
# decoder does, so that the report is kept; `verdict` ends with the exit code of `illformed run`.
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

# The words of $2 in the array $1: split as a shell does it, with its quotes and backslashes, but no shell runs and nothing
# is replaced: no variable, no command, no pattern.
split_words() {
    local -n words=$1
    words=()
    local text=$2 word='' begun='' open='' at c
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
            [ -z "$begun" ] || words+=("$word")
            word='' begun=''
        else
            word+=$c begun=yes
        fi
    done
    [ -z "$open" ] || refuse "a quote is not closed: $text"
    [ -z "$begun" ] || words+=("$word")
}

# The lines of $2 that are not empty, each after the flag $3, in the array $1.
split_lines() {
    local -n flags=$1
    flags=()
    local line
    while IFS= read -r line || [ -n "$line" ]; do
        [ -n "${line//[[:space:]]/}" ] && flags+=("$3" "$line")
    done <<<"$2"
    return 0
}

install() {
    local version=${ILLFORMED_VERSION:-} root=${RUNNER_TEMP:?}/illformed from=()
    if [ "$version" = installed ]; then
        command -v illformed >/dev/null || refuse "version: installed, and there is no illformed on the PATH"
        return
    fi
    command -v cargo >/dev/null || refuse "cargo is not on the PATH, which installs illformed"
    case $version in
        "") from=(--path "$(dirname "${BASH_SOURCE[0]}")/../../../harness") ;;
        path+*) from=(--path "${version#path+}") ;;
        git+*'#'*)
            local url=${version#git+}
            from=(--git "${url%%#*}" --rev "${url#*#}" illformed)
            ;;
        [0-9]*) from=(--version "$version" illformed) ;;
        *) refuse "version: $version: expected a version, git+URL#REV, path+FOLDER or installed" ;;
    esac
    cargo install --locked --root "$root" "${from[@]}" || refuse "illformed could not be installed"
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
    local adapters baselines more program files annotate='' code=0
    case $out in *[$'\r\n']*) refuse "out has a line break" ;; esac
    formats=${formats//[[:space:]]/}
    split_lines adapters "${ILLFORMED_ADAPTER:-}" --adapter
    split_lines baselines "${ILLFORMED_BASELINE:-}" --baseline
    split_words more "${ILLFORMED_ARGUMENTS:-}"
    split_words program "${ILLFORMED_ADAPTER_PROGRAM:-}"
    # Annotations are made of the report afterwards, since what the run itself prints must not be taken for any.
    files=$(printf ',%s,' "$formats" | sed 's/,github,/,/; s/^,//; s/,$//')
    [ "$files" = "$formats" ] || annotate=yes
    case ,$files, in *,json,*) ;; *) files=${files:+$files,}json ;; esac

    local words=(run --format "$files" --out "$out" "${adapters[@]}" "${baselines[@]}")
    [ -z "${ILLFORMED_STALE:-}" ] || words+=(--stale "$ILLFORMED_STALE")
    [ -z "${ILLFORMED_COMMAND:-}" ] || words+=(--command "$ILLFORMED_COMMAND")
    words+=("${more[@]}")
    [ ${#program[@]} -eq 0 ] || words+=(-- "${program[@]}")

    # Nothing that a decoder says is a command of the workflow, whatever its lines begin with.
    local guard
    guard=illformed-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
    rm -f "$out/report.json" "$out/report.sarif"
    printf '::stop-commands::%s\n' "$guard"
    illformed "${words[@]}" 2>&1 || code=$?
    printf '\n::%s::\n' "$guard"

    printf '### UTF-8: %s (exit code %s)\n\n' "$(meaning "$code")" "$code" >>"$GITHUB_STEP_SUMMARY"
    if [ -n "$annotate" ] && [ -f "$out/report.json" ]; then
        illformed render --format github "$out/report.json"
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
    install | run | verdict) "$1" ;;
    *) refuse "run.sh: expected install, run or verdict" ;;
esac
