//! The complete suite of RFC 3629: so many inputs, each with nothing but its answer, that no wrong decoder of nine states passes
//! all; and the built-in vectors with it.

pub use crate::automata::complete_tests;
use crate::completion::vector_of;
use illformed_vectors::{Input, Origin, Suite, Vector, VectorFile, VectorId};
use std::sync::LazyLock;

/// The group of the complete suite.
pub(crate) const COMPLETE_GROUP: &str = "complete";

const ABOUT: &str = "The complete suite of RFC 3629 over all 256 bytes: every decoder that is an automaton of at most \
    nine states, the error among them, and accepts other strings than RFC 3629 answers one of these wrongly.";

/// The embedded suite and the tests of the complete suite: all that is asked when nothing else is named.
pub fn default_suite() -> &'static Suite {
    static DEFAULT: LazyLock<Suite> =
        LazyLock::new(|| Suite::embedded().clone().with(complete_file(complete_tests())));
    &DEFAULT
}

/// The same with the vectors of some groups alone, see [`Suite::embedded_part`].
pub fn default_part(wants: impl Fn(&str) -> bool) -> Suite {
    let file = complete_file(if wants(COMPLETE_GROUP) { complete_tests() } else { &[] });
    Suite::embedded_part(wants).with(file)
}

/// The complete suite alone.
pub fn complete_suite() -> Suite {
    Suite::default().with(complete_file(complete_tests()))
}

/// `tests` as a group of vectors, each named by its bytes. The expectations are worked out from arithmetic, for all profiles;
/// `lint` holds them against the other sources.
fn complete_file(tests: &[Vec<u8>]) -> VectorFile {
    let vectors = tests.iter().filter_map(|bytes| vector(bytes)).collect();
    VectorFile { origin: Origin::Complete, ..VectorFile::new("illformed", COMPLETE_GROUP, ABOUT, vectors) }
}

/// `None` where the bytes give no id, which does not happen.
fn vector(bytes: &[u8]) -> Option<Vector> {
    let id = VectorId::of_bytes(COMPLETE_GROUP, bytes)?;
    let vector = vector_of(id, Input::Bytes(bytes.to_vec()));
    let is_accepted = vector.rfc3629.well_formed() == Some(true);
    let comment = if is_accepted { "complete suite: accepted" } else { "complete suite: refused" };
    Some(Vector { comment: comment.to_owned(), refs: vec!["RFC 3629 s4".to_owned()], ..vector })
}
