//! The examples at the end of `--help`, and of each page of `illformed help`.

pub(crate) const ILLFORMED: &str = "\
Examples:
  illformed run                         judge every decoder on this machine
  illformed run -- python3 mine.py      judge your decoder, through its adapter
  illformed ask C0 80                   who accepts an overlong NUL?
  illformed explain accepts-surrogate   what does this cause mean?
  illformed adapter new --lang python   create a starter adapter";

pub(crate) const ADAPTER_CHECK: &str = "\
Examples:
  illformed adapter check python
  illformed adapter check -- python3 mine.py
  illformed adapter check --timeout 30 -- ./slow-adapter";

pub(crate) const ADAPTER_NEW: &str = "\
Examples:
  illformed adapter new --lang python
  illformed adapter new --lang c decoders/fast.c
  illformed adapter new --lang rust --name my-decoder src/main.rs";

pub(crate) const ASK: &str = "\
Examples:
  illformed ask C0 80                           who accepts an overlong NUL?
  illformed ask '%C0%AE%C0%AE/'                 bytes as in an address
  illformed ask U+D800 --adapter python         a surrogate, Python only
  illformed ask @input.bin -- python3 mine.py   a file, your decoder only
  illformed ask --script 'F09F 9880 .'          a character cut into two chunks";

pub(crate) const BASELINE: &str = "\
Examples, in the order in which they are used:
  illformed run --decoder python/strict --format json --out target
  illformed baseline write target/report.json --out baselines \\
      --reason 'Reported as bug 123, not yet fixed.'
  illformed run --decoder python/strict --baseline baselines
  illformed baseline show baselines
  illformed baseline update --only-fixed target/report.json baselines";

pub(crate) const COMPARE: &str = "\
Examples:
  illformed compare python/strict perl/utf8-decode
  illformed compare java/read-utf std/from-utf8 --only 'surrogate/*' --all
  illformed compare std/from-utf8 -- python3 mine.py
  illformed compare --command ./old --command ./new
  illformed compare python/ignore std/from-utf8-lossy --bytes 2E FF 2E 2F";

pub(crate) const IDENTIFY: &str = "\
Examples:
  illformed identify python/strict perl/utf8-decode
  illformed identify 'node/*' --format json
  illformed identify --library ./libmine.so --call 'valid(bytes, len) -> bool'
  illformed identify --draw mine.svg -- ./mine";

pub(crate) const COMPLETIONS: &str = "\
Examples:
  illformed completions bash > /etc/bash_completion.d/illformed
  illformed completions zsh > ~/.zfunc/_illformed
  illformed completions fish > ~/.config/fish/completions/illformed.fish
  illformed completions powershell > illformed.ps1
  illformed completions elvish > illformed.elv";

pub(crate) const DIFF: &str = "\
Examples:
  illformed diff before/ after/
  illformed diff before/report.json after/report.json --fail-on any
  illformed diff before/ after/ --decoder 'python/*' --only 'overlong/*'
  illformed diff report.json report.json --pair mine/old=mine/new
  illformed diff before/ after/ --allow-missing 'node/*'
  illformed diff before/ after/ --format markdown > comment.md";

pub(crate) const EXPLAIN: &str = "\
Examples:
  illformed explain E2 28 A1              bytes in hex
  illformed explain 'a\\xC0\\x80'           bytes with escapes
  illformed explain U+D800                the bytes of a code point
  illformed explain @input.bin            the bytes of a file
  illformed explain accepts-surrogate     a cause that a report names
  illformed explain CVE-2000-0884         an incident";

pub(crate) const FUZZ: &str = "\
Examples:
  illformed fuzz --adapter python                    ten seconds each
  illformed fuzz --decoder java/replace --seconds 60
  illformed fuzz --runs 50000 --seed 7 -- python3 mine.py
  illformed fuzz --decoder '*' --format json > found.json
  illformed fuzz --decoder python/strict --bytes C0 80";

pub(crate) const LIST: &str = "\
Examples:
  illformed list                          the vectors
  illformed list decoders                 the decoders on this machine
  illformed list incidents                known incidents, with CVE numbers
  illformed list cases --security
  illformed list --suite my-vectors";

pub(crate) const PROMOTE: &str = "\
Examples:
  illformed promote --decoder python/json-loads --bytes U+D800
  illformed promote --decoder java/replace crash-1 crash-2
  illformed promote --calls 'e2 82 .' --keep-size -- python3 mine.py
  illformed promote --from-report found.json
  illformed promote --from-report found.json -- python3 mine.py > lines.jsonl";

pub(crate) const RENDER: &str = "\
Examples:
  illformed render target/conformance
  illformed render report.json --matrix
  illformed render report.json --findings 5
  illformed render report.json --format html,junit --out pages
  illformed render - < report.json";

pub(crate) const RUN: &str = "\
Examples:
  illformed run                                         all decoders found here
  illformed run -- python3 mine.py                      your own adapter
  illformed run --command 'iconv -f UTF-8 -t UTF-16'    any program
  illformed run --decoder 'python/*' --only 'stray/*'   a part of the cases
  illformed run --format html,json --out target/conformance";

pub(crate) const SHOW: &str = "\
Examples:
  illformed show overlong/nul-two-bytes
  illformed show overlong/nul-two-bytes@split=1
  illformed show overlong/nul-two-bytes --wire | python3 mine.py";

pub(crate) const VECTORS_EXPORT: &str = "\
Examples:
  illformed vectors export --format raw --out vectors
  illformed vectors export --format jsonl --out vectors.jsonl
  illformed vectors export --format c --out vectors.h
  illformed vectors export my-vectors --format raw --out exported";

pub(crate) const VECTORS_LINT: &str = "\
Examples:
  illformed vectors lint
  illformed vectors lint my-vectors";
