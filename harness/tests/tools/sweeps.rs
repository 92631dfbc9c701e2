//! Functions of a C library that are right on all vectors as they are: sweeps find what is wrong with them.

use crate::native::{Compiled, call, compiled};
use crate::typed::Said;
use crate::whole::stride;
use illformed::record::run_record::DecoderRecord;
use illformed_judge::cause::Cause;

/// A function and how it is sized if it is, the family that sees its fault, the cause that it is told as, and the start of the
/// shortest input.
const BLIND_SPOTS: [(&str, &str, &str, Cause, &str); 16] = [
    ("refuses_one_scalar(bytes, len) -> bool", "", "scalars", Cause::RefusesSupplementary, "F1 92 8D 85"),
    ("skips_after_ascii(bytes, len) -> bool", "", "runs", Cause::PositionSensitive, "41*48 80 41*34"),
    ("refuses_neighbours(bytes, len) -> bool", "", "neighbours", Cause::RefusesTwoByte, "C2 85 E2 80 A8"),
    ("aborts_in_a_run(bytes, len) -> bool", "", "runs", Cause::Crashes, "41*50 F1 41*26"),
    ("exits_in_a_run(bytes, len) -> bool", "", "runs", Cause::Crashes, "41*90 C2"),
    ("hangs_beside(bytes, len) -> bool", "", "neighbours", Cause::Hangs, "DF BF F4 8F BF BF"),
    ("over_reads_in_a_run(bytes, len) -> bool", "", "runs", Cause::ReadsPastEnd, "41*129 C2"),
    ("wrong_at_one_place(bytes, len) -> bool", "", "positions", Cause::PositionSensitive, "41*37 E0"),
    (
        "scalar_utf16(bytes, len, out16) -> 0 is error",
        "utf16_len",
        "scalars",
        Cause::PositionSensitive,
        "E5 A8 80",
    ),
    (
        "skips_in_three_byte_kernel(bytes, len) -> bool",
        "",
        "mixtures",
        Cause::PositionSensitive,
        "E2 82 AC E2 82 AC E2 82 AC",
    ),
    ("forgets_at_stride(bytes, len) -> bool", "", "long", Cause::PositionSensitive, "41*127"),
    ("steps_of_256(bytes, len) -> bool", "", "long", Cause::PositionSensitive, "41*253 F0"),
    ("skips_within_a_character(bytes, len) -> bool", "", "mixtures", Cause::PositionSensitive, "C2 41*32"),
    ("refuses_kana(bytes, len) -> bool", "", "neighbours", Cause::RefusesThreeByte, "E3 81 8B E3 82 99"),
    (
        "refuses_marks(bytes, len) -> bool",
        "",
        "neighbours",
        Cause::RefusesTwoByte,
        "41 CC 81 CC 81 CC 81 CC 81 CC 81",
    ),
    (
        "pattern_utf16(bytes, len, out16) -> 0 is error",
        "utf16_len",
        "widths",
        Cause::PositionSensitive,
        "26 C5 A2 E8 94 93",
    ),
];

fn swept(compiled: &Compiled, call: &str, sweep: &str) -> (DecoderRecord, Said) {
    let (mut record, said) = compiled.run(&format!("--only *@- --sweep {sweep} {call}"));
    (record.decoders.remove(0), said)
}

fn causes(decoder: &DecoderRecord) -> Vec<Cause> {
    decoder.by_claim.causes.iter().map(|cause| cause.id).collect()
}

pub(crate) fn what_only_a_sweep_sees_is_told_by_its_cause_and_a_short_input() {
    let compiled = compiled();
    for (function, sized_by, sweep, cause, input) in BLIND_SPOTS.into_iter().step_by(stride("blind spots", 4))
    {
        let (decoder, said) = swept(&compiled, &call(function, sized_by), sweep);
        assert_eq!(causes(&decoder), [cause], "{function}\n{}", said.stdout);
        // What a sweep found is no vector of another run.
        let again = "reproduce: illformed fuzz --decoder libmisbehaving/";
        said.ends(1).has(&[&format!(" {input}"), again]);
        let swept = decoder.swept.expect("it was swept");
        assert!(swept.sweeps[0].failing > 0 && swept.stopped.is_none(), "{swept:?}");
    }
}

pub(crate) fn what_is_right_within_a_sweep_passes() {
    let compiled = compiled();
    let rows = [("scalars", "1,112,064 scalar values"), ("runs", "none fails")];
    for (sweep, words) in rows.into_iter().step_by(stride("sweeps that pass", 2)) {
        let (decoder, said) = swept(&compiled, &call("wrong_beyond(bytes, len) -> bool", ""), sweep);
        let swept = decoder.swept.expect("it was swept");
        assert_eq!(swept.passed().count(), 1, "{swept:?}");
        assert!(swept.sweeps[0].inputs > 1_112_064, "{swept:?}");
        said.ends(0).has(&["none fails", words, "Not covered: longer inputs"]);
    }
}

pub(crate) fn state_that_no_case_sees_is_told_as_unstable() {
    let function = call("continues_what_was_cut(bytes, len) -> bool", "");
    let (decoder, said) = swept(&compiled(), &function, "short,widths,states");
    assert_eq!(causes(&decoder), [Cause::Unstable], "{}", said.stdout);
    said.ends(1).has(&["FAIL", "1 failed"]);
}
