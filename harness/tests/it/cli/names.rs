//! Names that match nothing: each ends with exit code 2 and the names that are near.

use super::{assert_refused, run, temporary};

#[test]
fn a_name_that_matches_nothing_is_answered_with_the_nearest_ones() {
    let folder = temporary();
    let reports = folder.path().to_str().unwrap();
    let selected = ["run", "--decoder", "codec/events-rfc3629", "--only", "overlong/*"];
    run(&[&selected[..], &["--format", "json", "--out", reports]].concat()).success();
    let baselines = ["baseline", "write", reports, "--out", "x", "--reason", "It is so."];
    let write = |option: [&'static str; 2]| [&baselines[..], &option].concat();
    for (words, answer) in [
        (
            vec!["run", "--only", "overlng/*"],
            "--only overlng/*: no case of that id; did you mean `overlong/*`?",
        ),
        (vec!["run", "--only", "overlong"], "did you mean `overlong/*`?"),
        (vec!["run", "--only", "nul-two-byte"], "did you mean `overlong/nul-two-bytes`"),
        (vec!["run", "--only", "overlong/nul-two-byts"], "did you mean `overlong/nul-two-bytes`"),
        (vec!["run", "--only", "standard/*@splt=1"], "did you mean `standard/*@split=*`"),
        (
            vec!["run", "--only", "standard/*", "--only", "truncatd/*"],
            "--only truncatd/*: no case of that id; did",
        ),
        (vec!["run", "--only", "zzz"], "--only zzz: no case of that id; see illformed list cases"),
        (
            vec!["run", "--security", "--only", "overlng/*"],
            "--security or --smoke leaves none of these cases",
        ),
        (vec!["run", "--from", "standard/euro-sing"], "did you mean `standard/euro-sign`"),
        (vec!["run", "--decoder", "codec/events-rfc3639"], "did you mean `codec/events-rfc3629`"),
        (vec!["run", "--adapter", "pyton"], "did you mean `python`?"),
        (
            vec!["fuzz", "--decoder", "codec/events-rfc3639", "--runs", "1"],
            "did you mean `codec/events-rfc3629`",
        ),
        (
            vec!["promote", "--decoder", "codec/events-rfc3639", "--bytes", "c080"],
            "did you mean `codec/events-rfc3629`",
        ),
        (vec!["ask", "c080", "--decoder", "codec/events-rfc3639"], "did you mean `codec/events-rfc3629`"),
        (vec!["show", "overlong/nul-two-byts"], "no such vector; did you mean `overlong/nul-two-bytes`"),
        (vec!["show", "nul-two-bytes"], "did you mean `overlong/nul-two-bytes`"),
        (vec!["show", "overlong"], "did you mean `overlong/nul-two-bytes`"),
        (vec!["show", "zzz/zzz"], "zzz/zzz: no such vector; see illformed list"),
        (
            vec!["explain", "accepts-surogate"],
            "no cause or bytes `accepts-surogate`; did you mean `accepts-surrogate`",
        ),
        (vec!["explain", "surrogat"], "`accepts-surrogate` or `accepts-surrogate-pair`?"),
        (vec!["explain", "nul-two-byte"], "did you mean `overlong/nul-two-bytes`"),
        (vec!["explain", "over-raed"], "did you mean `over-read`"),
        (vec!["explain", "cve-1999-0001"], "no incident `cve-1999-0001`; see illformed list incidents"),
        (vec!["explain", "incident-0"], "no incident `incident-0`; see illformed list incidents"),
        (vec!["show", "C0 80"], "see illformed list, or illformed explain for bytes and other names"),
        (vec!["show", "CVE-2000-0884"], "or illformed explain for bytes and other names"),
        (vec!["adapter", "check", "pyton"], "no shipped adapter is called pyton; did you mean `python`?"),
        (vec!["diff", reports, reports, "--only", "overlng/*"], "did you mean `overlong/*`?"),
        (
            vec!["diff", reports, reports, "--decoder", "codec/events-rfc3639"],
            "did you mean `codec/events-rfc3629`?",
        ),
        (write(["--cause", "accepts-surogate"]), "did you mean `accepts-surrogate`"),
        (write(["--decoder", "codec/events-rfc3639"]), "did you mean `codec/events-rfc3629`?"),
    ] {
        assert_refused(&words, answer);
    }
}
