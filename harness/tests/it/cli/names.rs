//! Names that match nothing: each ends with exit code 2 and the names that are near.

use crate::typed::{Folder, typed};

#[test]
fn a_name_that_matches_nothing_is_answered_with_the_nearest_ones() {
    let folder = Folder::new();
    let report = folder.at("");
    typed(&format!("run --decoder codec/events-rfc3629 --only overlong/* --format json --out {report}"))
        .ends(0);
    let write = format!("baseline write {report} --out x --reason 'It is so.'");
    for (line, answer) in [
        ("run --only overlng/*", "--only overlng/*: no case of that id; did you mean `overlong/*`?"),
        ("run --only overlong", "did you mean `overlong/*`?"),
        ("run --only nul-two-byte", "did you mean `overlong/nul-two-bytes`"),
        ("run --only overlong/nul-two-byts", "did you mean `overlong/nul-two-bytes`"),
        ("run --only standard/*@splt=1", "did you mean `standard/*@split=*`"),
        ("run --only standard/* --only truncatd/*", "--only truncatd/*: no case of that id; did"),
        ("run --only zzz", "--only zzz: no case of that id; see illformed list cases"),
        ("run --security --only overlng/*", "--security or --smoke leaves none of these cases"),
        ("run --from standard/euro-sing", "did you mean `standard/euro-sign`"),
        ("run --decoder codec/events-rfc3639", "did you mean `codec/events-rfc3629`"),
        ("run --adapter pyton", "did you mean `python`?"),
        ("fuzz --decoder codec/events-rfc3639 --runs 1", "did you mean `codec/events-rfc3629`"),
        ("promote --decoder codec/events-rfc3639 --bytes c080", "did you mean `codec/events-rfc3629`"),
        ("ask c080 --decoder codec/events-rfc3639", "did you mean `codec/events-rfc3629`"),
        ("show overlong/nul-two-byts", "no such vector; did you mean `overlong/nul-two-bytes`"),
        ("show nul-two-bytes", "did you mean `overlong/nul-two-bytes`"),
        ("show overlong", "did you mean `overlong/nul-two-bytes`"),
        ("show zzz/zzz", "zzz/zzz: no such vector; see illformed list"),
        (
            "explain accepts-surogate",
            "no cause or bytes `accepts-surogate`; did you mean `accepts-surrogate`",
        ),
        ("explain surrogat", "`accepts-surrogate` or `accepts-surrogate-pair`?"),
        ("explain nul-two-byte", "did you mean `overlong/nul-two-bytes`"),
        ("explain over-raed", "did you mean `over-read`"),
        ("explain cve-1999-0001", "no incident `cve-1999-0001`; see illformed list incidents"),
        ("explain incident-0", "no incident `incident-0`; see illformed list incidents"),
        ("show 'C0 80'", "see illformed list, or illformed explain for bytes and other names"),
        ("show CVE-2000-0884", "or illformed explain for bytes and other names"),
        ("adapter check pyton", "no shipped adapter is called pyton; did you mean `python`?"),
        ("diff REPORT REPORT --only overlng/*", "did you mean `overlong/*`?"),
        ("diff REPORT REPORT --decoder codec/events-rfc3639", "did you mean `codec/events-rfc3629`?"),
        ("WRITE --cause accepts-surogate", "did you mean `accepts-surrogate`"),
        ("WRITE --decoder codec/events-rfc3639", "did you mean `codec/events-rfc3629`?"),
    ] {
        typed(&line.replace("REPORT", &report).replace("WRITE", &write)).refuses(answer);
    }
}
