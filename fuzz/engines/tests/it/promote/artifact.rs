//! Artifacts of the planted fault, and what is promoted from them.

use crate::promotion_folder::{FAULT, PromotionFolder, stderr, stdout};
use serde_json::Value;
use snapbox::cmd::OutputAssert;
use std::fs;
use std::process::Command;

/// Promotes beside the copies.
pub(crate) fn promote(folder: &PromotionFolder, arguments: &[&str]) -> OutputAssert {
    folder.run("engines", &[&["promote", "--suite", "suite", "--corpus", "corpus"], arguments].concat())
}

/// The command on standard error that makes the seed.
pub(crate) fn seed_command(asserted: &OutputAssert) -> String {
    let said = stderr(asserted);
    let command = said.lines().find(|line| line.starts_with("mkdir -p "));
    command.unwrap_or_else(|| panic!("no command in {said}")).to_owned()
}

impl PromotionFolder {
    /// A file that the planted fault's search might have written.
    pub(crate) fn artifact(&self, name: &str, bytes: &[u8]) -> String {
        let folder = self.path("artifacts/planted_fault");
        fs::create_dir_all(&folder).expect("it is there");
        fs::write(folder.join(name), bytes).expect("it is there");
        folder.join(name).display().to_string()
    }

    /// Does with a promotion what it says, and returns the vector.
    pub(crate) fn keep(&self, promoted: &OutputAssert) -> Value {
        let line = stdout(promoted);
        self.insert(&line);
        let status =
            Command::new("sh").args(["-c", &seed_command(promoted)]).current_dir(self.root()).status();
        assert!(status.expect("a shell is there").success());
        serde_json::from_str(&line).expect("one vector is printed")
    }
}

/// The shortest bytes for which the fault answers wrong.
pub(crate) fn witness() -> &'static [u8] {
    let mutants = illformed_workshop::mutants::mutants();
    let named = mutants.iter().find(|mutant| mutant.name == FAULT).expect("it is there");
    named.answer_witness.expect("it is there")
}

pub(crate) fn noisy(witness: &[u8]) -> Vec<u8> {
    [&b"some text before, "[..], witness, " and äfter".as_bytes()].concat()
}
