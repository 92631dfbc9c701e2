//! The tests of a complete suite as vectors, so that they are asked, judged and shown like any others.

use crate::completion::{differing, expectation};
use illformed_codec::Profile;
use illformed_vectors::{CompleteFile, CompleteTest, Input, Origin, Suite, Vector, VectorFile, VectorId};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The embedded suite, followed by the tests of the embedded complete suite as one more group: the suite that is used
/// unless another is named.
///
/// # Examples
///
/// ```
/// let suite = illformed_judge::complete::default_suite();
/// let vector = suite.vector("complete/e0-9f-80").expect("it is one of the tests");
/// assert_eq!(vector.rfc3629, suite.vector("dfa/e0-9f-80").expect("it is generated, too").rfc3629);
/// ```
pub fn default_suite() -> &'static Suite {
    static DEFAULT: LazyLock<Suite> =
        LazyLock::new(|| Suite::embedded().clone().with(vectors_of(CompleteFile::embedded())));
    &DEFAULT
}

/// The same with the vectors of some groups alone, see [`Suite::embedded_part`].
pub fn default_part(wants: impl Fn(&str) -> bool) -> Suite {
    let complete = CompleteFile::embedded();
    let file = if wants(&complete.group) { vectors_of(complete) } else { without_vectors(complete) };
    Suite::embedded_part(wants).with(file)
}

/// The tests of `file` as a group of vectors, each named by its bytes. A complete suite has nothing but answers: the
/// expectations are worked out from arithmetic, for all profiles; `lint` holds both against the other sources.
pub fn vectors_of(file: &CompleteFile) -> VectorFile {
    let vectors = file.tests().into_iter().filter_map(|test| vector(file, test)).collect();
    VectorFile { vectors, ..without_vectors(file) }
}

fn without_vectors(file: &CompleteFile) -> VectorFile {
    VectorFile {
        origin: Origin::Complete,
        ..VectorFile::new(&file.suite, &file.group, &file.about, Vec::new())
    }
}

/// `None` where the bytes give no id, which does not happen for the tests of a file.
fn vector(file: &CompleteFile, test: CompleteTest) -> Option<Vector> {
    let id = VectorId::of_bytes(&file.group, &test.bytes)?;
    let input = Input::Bytes(test.bytes);
    let rfc3629 = expectation(&input, Profile::Rfc3629);
    let comment = if test.accepted { "complete suite: accepted" } else { "complete suite: refused" };
    let mut vector = Vector {
        id,
        input,
        comment: comment.to_owned(),
        flags: Vec::new(),
        refs: file.refs.clone(),
        found: None,
        rfc3629,
        also: BTreeMap::new(),
    };
    vector.also = differing(&vector);
    Some(vector)
}
