//! The files that are generated, as text.

use crate::generate::swallow::swallow_file;
use crate::generate::{characters, sequences};
use illformed_judge::automata::{characters as automaton_of, rfc3629};
use illformed_judge::complete::complete_suite;
use illformed_vectors::{Input, Vector, hex};
use std::collections::HashSet;

/// A file to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedFile {
    /// Its path in the folder of the vectors, parts separated by `/`.
    pub path: String,
    /// All that is in it, in canonical form.
    pub text: String,
}

/// All that is generated: the complete suite, and groups of vectors in which no input stands twice. The same at every
/// call. It rests on the grammar that RFC 3629 prints and on arithmetic; no decoder is asked.
///
/// # Examples
///
/// ```
/// let files = illformed_workshop::generate::generated();
/// assert!(files.iter().any(|file| file.path == "complete.tsv"));
/// assert_eq!(files, illformed_workshop::generate::generated());
/// ```
pub fn generated() -> Vec<GeneratedFile> {
    // A test reads the grammar, so it is one.
    let ways = rfc3629().unwrap_or_default();
    let machine = automaton_of(&ways);
    let drafts = [
        sequences::dfa(&machine),
        sequences::after_error(&machine),
        characters::scalar(),
        characters::non_shortest(),
        characters::surrogate_pair(),
        characters::beyond(),
        sequences::cut(&ways),
        sequences::run(),
        sequences::impossible(&ways),
        sequences::subpart(),
        sequences::profile(),
        sequences::table(&ways),
    ];
    let swallow = swallow_file();
    let bytes =
        |vector: &Vector| if let Input::Bytes(bytes) = &vector.input { Some(bytes.clone()) } else { None };
    // This group stays whole; another that would hold one of its inputs does without.
    let mut seen: HashSet<Vec<u8>> = swallow.vectors.iter().filter_map(bytes).collect();
    let groups = drafts.into_iter().map(|draft| draft.file(&mut seen));
    let groups = groups
        .chain([swallow])
        .map(|file| GeneratedFile { path: format!("suite/{}.json", file.group), text: file.to_canonical() });
    let complete = GeneratedFile { path: "complete.tsv".to_owned(), text: complete_table() };
    [complete].into_iter().chain(groups).collect()
}

/// The complete suite as a table, for those who do without the program: each input as hex with whether it is well-formed, one
/// a line below a line of names.
fn complete_table() -> String {
    let row = |vector: &Vector| match (&vector.input, vector.rfc3629.well_formed()) {
        (Input::Bytes(bytes), Some(well_formed)) => format!("{}\t{well_formed}\n", hex::encode(bytes)),
        _ => String::new(),
    };
    let rows: String = complete_suite().vectors().map(row).collect();
    format!("input\twell_formed\n{rows}")
}
