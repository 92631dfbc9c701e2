//! A planted crash from end to end: libFuzzer finds it, it is promoted, and a run shows it by name.

use crate::program::program;
use crate::promote::artifact::promote;
use crate::promotion_folder::{FAULT, PromotionFolder, stdout};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The flags that make libFuzzer see where a program goes, as `cargo fuzz build` sets them for a search. Stable Rust
/// has them all.
const INSTRUMENTED: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cdebug-assertions -Ccodegen-units=1";

/// So many inputs are more than a hundred times what it takes.
const MOST_INPUTS: &str = "-runs=5000000";

fn checkout() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the package lies in the workspace")
}

/// The machine that is built for, as rustc calls it.
fn host() -> String {
    let said = Command::new("rustc").arg("-vV").output().expect("Cargo has one");
    let said = String::from_utf8(said.stdout).expect("it is text");
    said.lines().find_map(|line| line.strip_prefix("host: ")).expect("rustc says it").to_owned()
}

/// The libFuzzer program of the planted fault, built where neither the flags nor the lock of this build reach.
fn planted_fault() -> PathBuf {
    let (host, folder) = (host(), checkout().join("target/engine"));
    let status = Command::new(env!("CARGO"))
        .args("build --quiet -p illformed-fuzz --features libfuzzer --bin planted_fault".split(' '))
        .args(["--target", &host, "--target-dir"])
        .arg(&folder)
        .env("RUSTFLAGS", INSTRUMENTED)
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .current_dir(checkout())
        .status()
        .expect("Cargo runs this test");
    assert!(status.success(), "the target cannot be built; it takes a C++ compiler");
    folder.join(host).join("debug/planted_fault")
}

#[test]
fn a_planted_fault_is_searched_promoted_and_shown_by_name() {
    let folder = PromotionFolder::new();
    let artifacts = folder.path("artifacts/planted_fault");
    fs::create_dir_all(&artifacts).unwrap();
    let search = Command::new(planted_fault())
        .args(["-seed=1", MOST_INPUTS, "-max_len=64", "-timeout=60"])
        .arg(format!("-dict={}", checkout().join("fuzz/utf8.dict").display()))
        .arg(format!("-artifact_prefix={}/", artifacts.display()))
        .env("ILLFORMED_FAULT", FAULT)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&search.stderr);
    let found: Vec<PathBuf> = fs::read_dir(&artifacts).unwrap().map(|entry| entry.unwrap().path()).collect();
    let [artifact] = found.as_slice() else { panic!("{found:?}: {said}") };
    assert!(!search.status.success(), "{said}");

    let artifact = artifact.display().to_string();
    let vector = folder.keep(&promote(&folder, &[&artifact]).success());
    let id = vector["id"].as_str().unwrap();
    let seed = folder.path("corpus/regressions/planted_fault").join(id.trim_start_matches("found/"));
    assert_eq!(vector["bytes"], const_hex::encode(fs::read(seed).unwrap()));
    folder.lint().success();

    let program = program("workshop");
    let decoder = format!("mutants/{FAULT}");
    let run =
        ["run", "--suite", "suite", "--findings", "100", "--decoder", &decoder, "--", &program, "serve"];
    let text = stdout(&folder.run("illformed", &run).code(1));
    // Derived cases that bring an error along fail too; of vectors as they stand the new one alone does.
    let failing = text.lines().filter(|line| line.starts_with("FAIL "));
    let cases = failing.filter_map(|line| line.split_whitespace().nth(2));
    let vectors: Vec<&str> = cases.filter(|case| !case.contains('@')).collect();
    assert_eq!(vectors, [id], "{text}");
    folder.run("illformed", &["run", "--suite", "suite", "--decoder", "codec/decoder-rfc3629"]).success();
}
