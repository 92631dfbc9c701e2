//! Functions of a C library that are right on all vectors as they are: sweeps find what is wrong with them.

use crate::native::{Compiled, compiled};
use crate::whole::stride;
use illformed::record::run_record::{DecoderRecord, RunRecord};
use illformed_judge::cause::Cause;
use snapbox::cmd::{Command, cargo_bin};
use std::fs;

/// A function, the family that sees its fault, the cause that it is told as, and the start of the shortest input.
const BLIND_SPOTS: [(&[&str], &str, Cause, &str); 16] = [
    (&["refuses_one_scalar(bytes, len) -> bool"], "scalars", Cause::RefusesSupplementary, "F1 92 8D 85"),
    (&["skips_after_ascii(bytes, len) -> bool"], "runs", Cause::PositionSensitive, "41*48 80 41*34"),
    (&["refuses_neighbours(bytes, len) -> bool"], "neighbours", Cause::RefusesTwoByte, "C2 85 E2 80 A8"),
    (&["aborts_in_a_run(bytes, len) -> bool"], "runs", Cause::Crashes, "41*50 F1 41*26"),
    (&["exits_in_a_run(bytes, len) -> bool"], "runs", Cause::Crashes, "41*90 C2"),
    (&["hangs_beside(bytes, len) -> bool"], "neighbours", Cause::Hangs, "DF BF F4 8F BF BF"),
    (&["over_reads_in_a_run(bytes, len) -> bool"], "runs", Cause::ReadsPastEnd, "41*129 C2"),
    (&["wrong_at_one_place(bytes, len) -> bool"], "positions", Cause::PositionSensitive, "41*37 E0"),
    (
        &["scalar_utf16(bytes, len, out16) -> 0 is error", "--sized-by", "utf16_len(bytes, len) -> units"],
        "scalars",
        Cause::PositionSensitive,
        "E5 A8 80",
    ),
    (
        &["skips_in_three_byte_kernel(bytes, len) -> bool"],
        "mixtures",
        Cause::PositionSensitive,
        "E2 82 AC E2 82 AC E2 82 AC",
    ),
    (&["forgets_at_stride(bytes, len) -> bool"], "long", Cause::PositionSensitive, "41*127"),
    (&["steps_of_256(bytes, len) -> bool"], "long", Cause::PositionSensitive, "41*253 F0"),
    (&["skips_within_a_character(bytes, len) -> bool"], "mixtures", Cause::PositionSensitive, "C2 41*32"),
    (&["refuses_kana(bytes, len) -> bool"], "neighbours", Cause::RefusesThreeByte, "E3 81 8B E3 82 99"),
    (
        &["refuses_marks(bytes, len) -> bool"],
        "neighbours",
        Cause::RefusesTwoByte,
        "41 CC 81 CC 81 CC 81 CC 81 CC 81",
    ),
    (
        &["pattern_utf16(bytes, len, out16) -> 0 is error", "--sized-by", "utf16_len(bytes, len) -> units"],
        "widths",
        Cause::PositionSensitive,
        "26 C5 A2 E8 94 93",
    ),
];

/// What `run` says of a function that is swept, and its exit code.
fn swept(compiled: &Compiled, call: &[&str], sweep: &str) -> (DecoderRecord, RunRecord, String, Option<i32>) {
    let run = Command::new(cargo_bin!("illformed"))
        .args(["run", "--only", "*@-", "--timeout", "1", "--sweep", sweep])
        .args(["--format", "terminal,json", "--out"])
        .arg(compiled.folder.path())
        .arg("--library")
        .arg(&compiled.library)
        .arg("--call")
        .args(call)
        .assert();
    let output = run.get_output();
    let text = fs::read_to_string(compiled.folder.path().join("report.json"));
    let text = text.unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    let mut record: RunRecord = serde_json::from_str(&text).expect("the report is a record");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    (record.decoders.remove(0), record, printed, output.status.code())
}

pub(crate) fn what_only_a_sweep_sees_is_told_by_its_cause_and_a_short_input() {
    let compiled = compiled();
    for (call, sweep, cause, input) in BLIND_SPOTS.into_iter().step_by(stride("blind spots", 4)) {
        let (decoder, _, printed, code) = swept(&compiled, call, sweep);
        let causes: Vec<Cause> = decoder.by_claim.causes.iter().map(|cause| cause.id).collect();
        assert_eq!(causes, [cause], "{call:?}\n{printed}");
        assert_eq!(code, Some(1), "{call:?}\n{printed}");
        assert!(printed.contains(&format!(" {input}")), "{call:?}\n{printed}");
        // What a sweep found is no vector of another run.
        assert!(printed.contains("reproduce: illformed fuzz --decoder libmisbehaving/"), "{printed}");
        let swept = decoder.swept.expect("it was swept");
        assert!(swept.sweeps[0].failing > 0 && swept.stopped.is_none(), "{swept:?}");
    }
}

pub(crate) fn what_is_right_within_a_sweep_passes() {
    let compiled = compiled();
    let rows = [("scalars", 1_112_064, "1,112,064 scalar values"), ("runs", 1_112_064, "none fails")];
    for (sweep, least, words) in rows.into_iter().step_by(stride("sweeps that pass", 2)) {
        let (decoder, _, printed, code) = swept(&compiled, &["wrong_beyond(bytes, len) -> bool"], sweep);
        assert_eq!(code, Some(0), "{printed}");
        let swept = decoder.swept.expect("it was swept");
        assert_eq!(swept.passed().count(), 1, "{swept:?}");
        assert!(swept.sweeps[0].inputs > least, "{swept:?}");
        assert!(printed.contains("none fails") && printed.contains(words), "{printed}");
        assert!(printed.contains("Not covered: longer inputs"), "{printed}");
    }
}

pub(crate) fn state_that_no_case_sees_is_told_as_unstable() {
    let (decoder, _, printed, code) =
        swept(&compiled(), &["continues_what_was_cut(bytes, len) -> bool"], "short,widths,states");
    let causes: Vec<Cause> = decoder.by_claim.causes.iter().map(|cause| cause.id).collect();
    assert_eq!((causes, code), (vec![Cause::Unstable], Some(1)), "{printed}");
    assert!(printed.contains("FAIL") && printed.contains("1 failed"), "{printed}");
}
