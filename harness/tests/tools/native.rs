//! Functions of a C library that do one thing wrong each.

use crate::typed::{Folder, Said, recorded};
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

/// A row of `functions.txt`.
pub(crate) struct Function {
    /// The words that describe it.
    pub(crate) words: &'static str,
    /// What it is told as, if it has a fault.
    pub(crate) cause: Option<Cause>,
    /// The sweep that sees the fault if no vector does, and the start of the shortest input.
    pub(crate) seen: Option<(&'static str, &'static str)>,
}

pub(crate) fn functions() -> impl Iterator<Item = Function> {
    let rows = include_str!("../native/functions.txt").lines();
    rows.filter(|row| !row.is_empty() && !row.starts_with("# ")).map(|row| {
        let mut cells = row.split(" => ");
        let (words, cause) = (cells.next().expect(row), cells.next().expect(row));
        assert!(cause == "-" || Cause::named(cause).is_some(), "no cause {cause}");
        let seen = cells.next().and_then(|seen| seen.split_once(": "));
        Function { words, cause: Cause::named(cause), seen }
    })
}

pub(crate) fn a_function_without_a_fault_passes_whatever_the_shape_of_its_call() {
    let compiled = compiled();
    for Function { words, .. } in functions().filter(|function| function.cause.is_none()) {
        let (causes, said) = compiled.causes(words);
        assert_eq!(causes, [], "{words}: {}", said.ends(0).stdout);
    }
}

pub(crate) fn each_fault_of_a_c_function_is_told_by_its_cause() {
    let compiled = compiled();
    for Function { words, cause, .. } in functions().filter(|function| function.seen.is_none()) {
        let Some(cause) = cause else { continue };
        let (causes, said) = compiled.causes(words);
        assert!(causes.contains(&cause), "{words}: {causes:?}, not {cause}\n{}", said.stdout);
        // A decoder that ends its process 200 times is given up.
        let given_up = said.code == Some(3) && said.stdout.contains("given up");
        assert!(said.code == Some(1) || given_up, "{words}\n{}", said.stdout);
        // Where an input stands depends on its bytes alone: a case that fails among others fails alone.
        if cause == Cause::DependsOnPlace && !words.contains("keeps_state") {
            let reproduces =
                said.stdout.lines().find_map(|line| line.trim().strip_prefix("reproduce: illformed run "));
            let case = reproduces.and_then(|line| line.split_once("--only ")?.1.split(' ').next());
            let (_, alone) =
                compiled.run(&format!("--only {} {words}", case.expect("a line to reproduce it")));
            assert_eq!(alone.code, Some(1), "{words}\n{}", alone.stdout);
        }
    }
}
