//! Functions of a C library that do one thing wrong each.

use crate::typed::{Folder, Said, recorded, typed};
use illformed::record::run_record::RunRecord;
use illformed_judge::cause::Cause;
use std::path::Path;
use std::process::Command;

pub(crate) struct Compiled(Folder);

pub(crate) fn compiled() -> Compiled {
    let folder = Folder::new();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/native/misbehaving.c");
    let flags = "-std=c11 -D_POSIX_C_SOURCE=200809L -O1 -Wall -Wextra -Werror -shared -fPIC -o";
    let output = Command::new("cc")
        .args(flags.split(' '))
        .args([folder.path("libmisbehaving.so"), source])
        .output()
        .expect("cc is on the PATH");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Compiled(folder)
}

impl Compiled {
    /// The record of a run with these words that asks a function of the library, and what it said.
    #[track_caller]
    pub(crate) fn run(&self, words: &str) -> (RunRecord, Said) {
        recorded(&format!("--timeout 1 --library {} {words}", self.0.at("libmisbehaving.so")))
    }

    /// The causes of the decoder that these words describe, on the vectors as they are.
    #[track_caller]
    fn causes(&self, words: &str) -> (Vec<Cause>, Said) {
        let (record, said) = self.run(&format!("--only standard/*@- --only never-valid/*@- {words}"));
        (record.decoders[0].by_claim.causes.iter().map(|cause| cause.id).collect(), said)
    }
}

/// Functions without a fault, of every shape of a call.
const RIGHT: [&str; 12] = [
    "--call 'right(bytes, len) -> bool'",
    "--call 'prints(bytes, len) -> bool'",
    "--call 'right_or_at(bytes, len) -> null | at'",
    "--call 'right_end(bytes, end, &end) -> bool'",
    "--call 'right_cstr(cstr, &at) -> negative is error'",
    "--call 'right_status(bytes, len, &status) -> void'",
    "--call 'right_struct(bytes, len) -> {status, count}'",
    "--call 'right_step(bytes, len, &code) -> step'",
    "--call 'right_utf16(bytes, len, out16) -> 0 is error' --sized-by 'utf16_len(bytes, len) -> units'",
    "--call 'right_utf32(bytes, len, out32, cap, &written) -> 0 is ok'",
    "--open 'right_moving_open() -> object' \
     --call 'right_moving(object, &bytes, &len, &out16, &room) -> negative is error'",
    "--open 'right_open() -> object' --call 'right_feed(object, bytes, len) -> bool' \
     --finish 'right_finish(object) -> bool' --reset 'right_reset(object) -> void' \
     --close 'right_close(object) -> void'",
];

pub(crate) fn a_function_without_a_fault_passes_whatever_the_shape_of_its_call() {
    let compiled = compiled();
    for words in RIGHT {
        let (causes, said) = compiled.causes(words);
        assert_eq!(causes, [], "{words}: {}", said.ends(0).stdout);
    }
}

pub(crate) fn a_call_that_is_described_wrongly_gets_no_verdict() {
    let library = compiled().0;
    for (call, why) in [
        ("right(len, bytes) -> bool", "`right(len, bytes) -> bool` ends the process on the input 41"),
        ("crashes_always(bytes) -> bool", "is the call as the library declares it?"),
    ] {
        let file = library.at("libmisbehaving.so");
        let said = typed(&format!("run --smoke --call '{call}' --library {file}")).ends(3);
        said.has(&["broken libmisbehaving: ", why]);
    }
}

/// A function with its arguments and what it returns, how it is sized if it is, and the cause that it is told as.
const FAULTY: [(&str, &str, Cause); 24] = [
    ("reads_past_end(bytes, len) -> bool", "", Cause::ReadsPastEnd),
    ("reads_before_start(bytes, len) -> bool", "", Cause::ReadsBeforeStart),
    ("looks_behind(bytes, len) -> bool", "", Cause::DependsOnPlace),
    ("looks_behind_for_ascii(bytes, len) -> bool", "", Cause::DependsOnPlace),
    ("looks_behind_for_zero(cstr) -> bool", "", Cause::DependsOnPlace),
    ("depends_on_alignment(bytes, len) -> bool", "", Cause::DependsOnPlace),
    ("runs_on(cstr) -> bool", "", Cause::ReadsPastEnd),
    ("changes_input(bytes, len) -> bool", "", Cause::ChangesInput),
    ("restores_input(bytes, len) -> bool", "", Cause::ChangesInput),
    ("overwrites_right(bytes, len, out16) -> 0 is error", "utf16_len", Cause::WritesPastOutput),
    ("overwrites_left(bytes, len, out16) -> 0 is error", "utf16_len", Cause::WritesBeforeOutput),
    ("says_more(bytes, len, out16) -> 0 is error", "", Cause::MisstatesLength),
    ("says_too_much(bytes, len, out16) -> 0 is error", "", Cause::MisstatesLength),
    ("right_utf16(bytes, len, out16) -> 0 is error", "short_len", Cause::WritesPastOutput),
    ("right_utf16(bytes, len, out16) -> 0 is error", "long_len", Cause::MisstatesLength),
    ("ends_with_zero(bytes, len, out32, cap, &written) -> 0 is ok", "", Cause::WritesPastOutput),
    ("replaces_at_an_error(bytes, len, out32, cap, &written) -> 0 is ok", "", Cause::WritesPastOutput),
    ("writes_three_into_two(bytes, len, out32, cap, &written) -> 0 is ok", "", Cause::WritesPastOutput),
    ("steps_too_far(bytes, len, &code) -> step", "", Cause::MisstatesLength),
    ("crashes(bytes, len) -> bool", "", Cause::Crashes),
    ("aborts(bytes, len) -> bool", "", Cause::Crashes),
    ("exits(bytes, len) -> bool", "", Cause::Crashes),
    ("hangs(bytes, len) -> bool", "", Cause::Hangs),
    ("keeps_state(bytes, len) -> bool", "", Cause::DependsOnPlace),
];

pub(crate) fn call(call: &str, sized_by: &str) -> String {
    let sized = if sized_by.is_empty() {
        String::new()
    } else {
        format!("--sized-by '{sized_by}(bytes, len) -> units'")
    };
    format!("--call '{call}' {sized}")
}

pub(crate) fn each_fault_of_a_c_function_is_told_by_its_cause() {
    let compiled = compiled();
    for (function, sized_by, cause) in FAULTY {
        let (causes, said) = compiled.causes(&call(function, sized_by));
        assert!(causes.contains(&cause), "{function}: {causes:?}, not {cause}\n{}", said.stdout);
        // A decoder that ends its process 200 times is given up.
        let given_up = said.code == Some(3) && said.stdout.contains("given up");
        assert!(said.code == Some(1) || given_up, "{function}\n{}", said.stdout);
    }
}
