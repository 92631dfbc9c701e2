//! Functions of a C library that do one thing wrong each.

use illformed::record::run_record::RunRecord;
use illformed_judge::cause::Cause;
use snapbox::cmd::{Command, cargo_bin};
use std::path::{Path, PathBuf};
use std::{fs, process};
use tempfile::TempDir;

/// A shared library in a folder of its own.
pub(crate) struct Compiled {
    pub(crate) folder: TempDir,
    pub(crate) library: PathBuf,
}

pub(crate) fn compiled() -> Compiled {
    let folder = TempDir::new().expect("there is room for a folder");
    let library = folder.path().join("libmisbehaving.so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/native/misbehaving.c");
    let output = process::Command::new("cc")
        .args([
            "-std=c11",
            "-D_POSIX_C_SOURCE=200809L",
            "-O1",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-shared",
            "-fPIC",
            "-o",
        ])
        .args([&library, &source])
        .output()
        .expect("cc is on the PATH");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Compiled { folder, library }
}

impl Compiled {
    /// The causes of the decoder that these words describe, on the vectors as they are, and the exit code.
    fn causes(&self, words: &[&str]) -> (Vec<Cause>, Option<i32>, String) {
        let library = self.library.to_str().expect("a plain path");
        let files = [
            "run",
            "--only",
            "standard/*@-",
            "--only",
            "never-valid/*@-",
            "--timeout",
            "1",
            "--format",
            "terminal,json",
            "--out",
        ];
        let run = Command::new(cargo_bin!("illformed"))
            .args(files)
            .arg(self.folder.path())
            .args(["--library", library])
            .args(words)
            .assert();
        let output = run.get_output();
        let text = fs::read_to_string(self.folder.path().join("report.json"));
        let text = text.unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
        let record: RunRecord = serde_json::from_str(&text).expect("the report is a record");
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let causes = record.decoders[0].by_claim.causes.iter().map(|cause| cause.id).collect();
        (causes, output.status.code(), printed)
    }
}

/// Functions without a fault, of every shape of a call.
const RIGHT: [&[&str]; 12] = [
    &["--call", "right(bytes, len) -> bool"],
    &["--call", "prints(bytes, len) -> bool"],
    &["--call", "right_or_at(bytes, len) -> null | at"],
    &["--call", "right_end(bytes, end, &end) -> bool"],
    &["--call", "right_cstr(cstr, &at) -> negative is error"],
    &["--call", "right_status(bytes, len, &status) -> void"],
    &["--call", "right_struct(bytes, len) -> {status, count}"],
    &["--call", "right_step(bytes, len, &code) -> step"],
    &[
        "--call",
        "right_utf16(bytes, len, out16) -> 0 is error",
        "--sized-by",
        "utf16_len(bytes, len) -> units",
    ],
    &["--call", "right_utf32(bytes, len, out32, cap, &written) -> 0 is ok"],
    &[
        "--open",
        "right_moving_open() -> object",
        "--call",
        "right_moving(object, &bytes, &len, &out16, &room) -> negative is error",
    ],
    &[
        "--open",
        "right_open() -> object",
        "--call",
        "right_feed(object, bytes, len) -> bool",
        "--finish",
        "right_finish(object) -> bool",
        "--reset",
        "right_reset(object) -> void",
        "--close",
        "right_close(object) -> void",
    ],
];

pub(crate) fn a_function_without_a_fault_passes_whatever_the_shape_of_its_call() {
    let compiled = compiled();
    for words in RIGHT {
        let (causes, code, printed) = compiled.causes(words);
        assert!(causes.is_empty() && code == Some(0), "{words:?}: {causes:?}\n{printed}");
    }
}

pub(crate) fn a_call_that_is_described_wrongly_gets_no_verdict() {
    let compiled = compiled();
    for (call, why) in [
        ("right(len, bytes) -> bool", "`right(len, bytes) -> bool` ends the process on the input 41"),
        ("crashes_always(bytes) -> bool", "is the call as the library declares it?"),
    ] {
        let run = Command::new(cargo_bin!("illformed"))
            .args(["run", "--smoke", "--call", call, "--library"])
            .arg(&compiled.library)
            .assert();
        let output = run.get_output();
        let printed = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(3), "{call}: {printed}");
        assert!(printed.contains("broken libmisbehaving: "), "{call}: {printed}");
        assert!(printed.contains(why), "{call}: {printed}");
    }
}

/// A function, how it is called, and the cause that it is told as.
const FAULTY: [(&[&str], Cause); 24] = [
    (&["--call", "reads_past_end(bytes, len) -> bool"], Cause::ReadsPastEnd),
    (&["--call", "reads_before_start(bytes, len) -> bool"], Cause::ReadsBeforeStart),
    (&["--call", "looks_behind(bytes, len) -> bool"], Cause::DependsOnPlace),
    (&["--call", "looks_behind_for_ascii(bytes, len) -> bool"], Cause::DependsOnPlace),
    (&["--call", "looks_behind_for_zero(cstr) -> bool"], Cause::DependsOnPlace),
    (&["--call", "depends_on_alignment(bytes, len) -> bool"], Cause::DependsOnPlace),
    (&["--call", "runs_on(cstr) -> bool"], Cause::ReadsPastEnd),
    (&["--call", "changes_input(bytes, len) -> bool"], Cause::ChangesInput),
    (&["--call", "restores_input(bytes, len) -> bool"], Cause::ChangesInput),
    (
        &[
            "--call",
            "overwrites_right(bytes, len, out16) -> 0 is error",
            "--sized-by",
            "utf16_len(bytes, len) -> units",
        ],
        Cause::WritesPastOutput,
    ),
    (
        &[
            "--call",
            "overwrites_left(bytes, len, out16) -> 0 is error",
            "--sized-by",
            "utf16_len(bytes, len) -> units",
        ],
        Cause::WritesBeforeOutput,
    ),
    (&["--call", "says_more(bytes, len, out16) -> 0 is error"], Cause::MisstatesLength),
    (&["--call", "says_too_much(bytes, len, out16) -> 0 is error"], Cause::MisstatesLength),
    (
        &[
            "--call",
            "right_utf16(bytes, len, out16) -> 0 is error",
            "--sized-by",
            "short_len(bytes, len) -> units",
        ],
        Cause::WritesPastOutput,
    ),
    (
        &[
            "--call",
            "right_utf16(bytes, len, out16) -> 0 is error",
            "--sized-by",
            "long_len(bytes, len) -> units",
        ],
        Cause::MisstatesLength,
    ),
    (&["--call", "ends_with_zero(bytes, len, out32, cap, &written) -> 0 is ok"], Cause::WritesPastOutput),
    (
        &["--call", "replaces_at_an_error(bytes, len, out32, cap, &written) -> 0 is ok"],
        Cause::WritesPastOutput,
    ),
    (
        &["--call", "writes_three_into_two(bytes, len, out32, cap, &written) -> 0 is ok"],
        Cause::WritesPastOutput,
    ),
    (&["--call", "steps_too_far(bytes, len, &code) -> step"], Cause::MisstatesLength),
    (&["--call", "crashes(bytes, len) -> bool"], Cause::Crashes),
    (&["--call", "aborts(bytes, len) -> bool"], Cause::Crashes),
    (&["--call", "exits(bytes, len) -> bool"], Cause::Crashes),
    (&["--call", "hangs(bytes, len) -> bool"], Cause::Hangs),
    (&["--call", "keeps_state(bytes, len) -> bool"], Cause::DependsOnPlace),
];

pub(crate) fn each_fault_of_a_c_function_is_told_by_its_cause() {
    let compiled = compiled();
    for (words, cause) in FAULTY {
        let (causes, code, printed) = compiled.causes(words);
        assert!(causes.contains(&cause), "{words:?}: {causes:?}, not {cause}\n{printed}");
        // A decoder that ends its process 200 times is given up.
        assert!(code == Some(1) || code == Some(3) && printed.contains("given up"), "{words:?}\n{printed}");
    }
}
