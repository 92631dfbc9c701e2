//! From bytes to a generated vector and its group.

use illformed::search::promote::worked_out;
use illformed_vectors::{Input, Origin, Vector, VectorFile, VectorId};
use std::collections::HashSet;

/// Bytes, and what they are in words.
pub(super) struct Specimen {
    pub(super) bytes: Vec<u8>,
    pub(super) comment: String,
}

/// A group before anything is worked out.
pub(super) struct Draft {
    pub(super) group: &'static str,
    pub(super) about: &'static str,
    /// From what the specimens were made.
    pub(super) generated: &'static str,
    pub(super) refs: &'static [&'static str],
    pub(super) specimens: Vec<Specimen>,
}

impl Draft {
    /// The group's file. An input that is in `seen`, from an earlier group or this one, is left out.
    pub(super) fn file(self, seen: &mut HashSet<Vec<u8>>) -> VectorFile {
        let new = self.specimens.iter().filter(|specimen| seen.insert(specimen.bytes.clone()));
        let vectors = new.filter_map(|specimen| vector(self.group, self.refs, specimen)).collect();
        VectorFile {
            origin: Origin::Generated(self.generated.to_owned()),
            ..VectorFile::new("illformed", self.group, self.about, vectors)
        }
    }
}

/// `None` never happens: the group is a name, and arithmetic knows RFC 3629.
fn vector(group: &str, refs: &[&str], specimen: &Specimen) -> Option<Vector> {
    let input = Input::Bytes(specimen.bytes.clone());
    let id = VectorId::of_bytes(group, &specimen.bytes)?;
    let refs = refs.iter().map(|&reference| reference.to_owned()).collect();
    Some(worked_out(id, input, specimen.comment.clone(), refs))
}
