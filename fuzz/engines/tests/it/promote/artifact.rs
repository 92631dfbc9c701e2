//! Artifacts of the planted fault, and what is promoted from them.

use crate::promotion_folder::{FAULT, PromotionFolder};
use serde_json::Value;
use snapbox::cmd::OutputAssert;
use std::fs;

/// Promotes into the copies.
pub(crate) fn promote(folder: &PromotionFolder, arguments: &[&str]) -> OutputAssert {
    folder.run("engines", &[&["promote", "--suite", "suite", "--corpus", "corpus"], arguments].concat())
}

impl PromotionFolder {
    /// A file that the planted fault's search might have written.
    pub(crate) fn artifact(&self, name: &str, bytes: &[u8]) -> String {
        let folder = self.path("artifacts/planted_fault");
        fs::create_dir_all(&folder).expect("it is there");
        fs::write(folder.join(name), bytes).expect("it is there");
        folder.join(name).display().to_string()
    }

    pub(crate) fn vector(&self, id: &str) -> Value {
        let file: Value =
            serde_json::from_str(&fs::read_to_string(self.path("suite/found.json")).expect("it is there"))
                .expect("it is there");
        let vectors = file["vectors"].as_array().expect("it is there").clone();
        vectors.into_iter().find(|vector| vector["id"] == id).unwrap_or_else(|| panic!("no {id} in {file}"))
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
