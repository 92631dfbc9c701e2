//! `illformed diff` on two releases of one crate that really differ, installed side by side: simd-json 0.3.24, which took
//! ill-formed bytes whose last is the last of a block of 16, where ASCII or nothing followed (its issue 166), and 0.4.1,
//! which does not.

use crate::typed::{Folder, read_record, typed};
use illformed::record::diff::{Change, DiffRecord};
use illformed::record::run_record::RunRecord;
use illformed_judge::case::CaseId;
use illformed_vectors::Input;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The adapter of both, built from `fixtures/two-releases` with the versions in its lock file.
fn adapter() -> String {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/two-releases");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("two-releases");
    let output = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--locked", "--target-dir"])
        .arg(&target)
        .current_dir(fixture)
        // The fixture's own say which instructions there are.
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .output()
        .expect("cargo builds us, so it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    target.join("debug/two-releases").to_str().expect("the path is UTF-8").to_owned()
}

/// The cases in which a text is taken whose ill-formed bytes end with a block of 16: the quote before the text is in the
/// first. Which bytes: leads and what of their sequences is there, so that only what follows could complete them.
fn cut_at_the_end_of_a_block(record: &RunRecord) -> BTreeSet<String> {
    let cut: [&[u8]; 6] = [b"\xC0", b"\xC2", b"\xE2\x82", b"\xF0", b"\xF0\x9F\x98", b"\xFF"];
    let ids = (0..record.cases.len()).filter(|case| {
        let case = &record.cases[*case];
        let Input::Bytes(input) = &record.vectors[case.vector].input else { return false };
        // ASCII round them is of the vector or of the case.
        let ascii = input.iter().take_while(|byte| byte.is_ascii()).count();
        let end = input.iter().rposition(|byte| !byte.is_ascii()).map_or(ascii, |last| last + 1);
        let bytes = &input[ascii..end];
        let at = case.recipe.map_or(Some(0), |recipe| recipe.place());
        cut.contains(&bytes) && at.is_some_and(|at| (1 + at + ascii + bytes.len()).is_multiple_of(16))
    });
    ids.map(|case| record.case_id(case)).collect()
}

#[test]
fn a_release_that_mends_a_fault_is_fixed_on_exactly_the_cases_of_the_fault() {
    let (program, folder) = (adapter(), Folder::new());
    for version in ["0.3.24", "0.4.1"] {
        let out = folder.at(version);
        typed(&format!("run --format json --out {out} -- {program} {version}"));
    }
    let (old, new) = (folder.at("0.3.24"), folder.at("0.4.1"));
    let expected = cut_at_the_end_of_a_block(&read_record(&folder.path("0.4.1/report.json")));
    assert!(expected.contains("truncated/c2-before-ascii@at=14,fill=61,tail=16"), "{expected:?}");
    assert!(expected.len() > 300, "{}", expected.len());

    for (words, code, change) in [([&old, &new], 0, Change::Fixed), ([&new, &old], 1, Change::Regressed)] {
        let said = typed(&format!("diff --format json {} {}", words[0], words[1])).ends(code);
        let record: DiffRecord = serde_json::from_str(&said.stdout).expect("it is a record");
        let [decoder] = &record.decoders[..] else { panic!("{:?}", record.decoders) };
        assert_eq!(decoder.counts.of(change), expected.len());
        assert_eq!(decoder.counts.changed(), expected.len(), "and nothing else changed");
        let id = |case: usize| {
            let case = &record.cases[case];
            let vector = record.vectors[case.vector].id.clone();
            CaseId { vector, recipe: case.recipe }.to_string()
        };
        let changed: BTreeSet<String> =
            decoder.changes.iter().flat_map(|one| one.cases.iter()).map(id).collect();
        assert_eq!(changed, expected);
    }

    typed(&format!("diff {new} {old}")).has(&[
        "\n    version        0.4.1 -> 0.3.24\n",
        "\nregressed     truncated/c2-before-ascii\n  at=14,fill=61,tail=0 ",
    ]);
}
