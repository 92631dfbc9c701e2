//! `illformed diff` on two releases of one crate that really differ, installed side by side: simd-json 0.3.24, which took
//! ill-formed bytes whose last is the last of a block of 16, where ASCII or nothing followed (its issue 166), and 0.4.1,
//! which does not.

use illformed::record::diff::{Change, DiffRecord};
use illformed::record::run_record::RunRecord;
use illformed_vectors::Input;
use snapbox::cmd::cargo_bin;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// The adapter of both, built from `fixtures/two-releases` with the versions in its lock file.
fn adapter() -> PathBuf {
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
    target.join("debug/two-releases")
}

fn illformed(words: &[&str]) -> Output {
    Command::new(cargo_bin!("illformed")).args(words).output().expect("it was built")
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
        let at = match case.recipe.strip_prefix("at=") {
            Some(rest) => rest.split(',').next().and_then(|at| at.parse().ok()),
            None => case.recipe.is_empty().then_some(0),
        };
        cut.contains(&bytes) && at.is_some_and(|at: usize| (1 + at + ascii + bytes.len()).is_multiple_of(16))
    });
    ids.map(|case| record.case_id(case)).collect()
}

#[test]
fn a_release_that_mends_a_fault_is_fixed_on_exactly_the_cases_of_the_fault() {
    let program = adapter();
    let folder = TempDir::new().expect("there is room for a folder");
    let report = |version: &str| {
        let out = folder.path().join(version);
        let out = out.to_str().expect("the path is UTF-8");
        let program = program.to_str().expect("the path is UTF-8");
        illformed(&["run", "--format", "json", "--out", out, "--", program, version]);
        format!("{out}/report.json")
    };
    let (old, new) = (report("0.3.24"), report("0.4.1"));
    let text = fs::read_to_string(&new).expect("the report was written");
    let expected = cut_at_the_end_of_a_block(&RunRecord::from_json(&new, &text).expect("it is a report"));
    assert!(expected.contains("truncated/c2-before-ascii@at=14,fill=61,tail=16"), "{expected:?}");
    assert!(expected.len() > 300, "{}", expected.len());

    for (words, code, change) in [([&old, &new], 0, Change::Fixed), ([&new, &old], 1, Change::Regressed)] {
        let output = illformed(&["diff", "--format", "json", words[0], words[1]]);
        assert_eq!(output.status.code(), Some(code), "{}", String::from_utf8_lossy(&output.stderr));
        let record: DiffRecord = serde_json::from_slice(&output.stdout).expect("it is a record");
        let [decoder] = &record.decoders[..] else { panic!("{:?}", record.decoders) };
        assert_eq!(decoder.counts.of(change), expected.len());
        assert_eq!(decoder.counts.changed(), expected.len(), "and nothing else changed");
        let id = |case: usize| {
            let case = &record.cases[case];
            let vector = &record.vectors[case.vector].id;
            if case.recipe.is_empty() { vector.clone() } else { format!("{vector}@{}", case.recipe) }
        };
        let changed: BTreeSet<String> =
            decoder.changes.iter().flat_map(|one| one.cases.iter()).map(id).collect();
        assert_eq!(changed, expected);
    }

    let output = illformed(&["diff", &new, &old]);
    let told = String::from_utf8(output.stdout).expect("output is UTF-8");
    assert!(told.contains("\n    version        0.4.1 -> 0.3.24\n"), "{told}");
    assert!(told.contains("\nregressed     truncated/c2-before-ascii\n  at=14,fill=61,tail=0 "), "{told}");
}
