//! From bytes to a generated vector and its group.

use illformed::search::promote::worked_out;
use illformed_vectors::{Input, Origin, VectorFile, VectorId};
use std::collections::HashSet;

/// A group before anything is worked out.
pub(super) struct Draft {
    pub(super) group: &'static str,
    pub(super) about: &'static str,
    /// From what the specimens were made.
    pub(super) generated: &'static str,
    pub(super) refs: &'static [&'static str],
    /// Bytes, and what they are in words.
    pub(super) specimens: Vec<(Vec<u8>, String)>,
}

impl Draft {
    /// The group's file. An input that is in `seen`, from an earlier group or this one, is left out.
    pub(super) fn file(self, seen: &mut HashSet<Vec<u8>>) -> VectorFile {
        let new = self.specimens.into_iter().filter(|(bytes, _)| seen.insert(bytes.clone()));
        let refs: Vec<String> = self.refs.iter().map(|&reference| reference.to_owned()).collect();
        // None is left out: the group is a name.
        let vector = |(bytes, comment): (Vec<u8>, String)| {
            let id = VectorId::of_bytes(self.group, &bytes)?;
            Some(worked_out(id, Input::Bytes(bytes), comment, refs.clone()))
        };
        let vectors = new.filter_map(vector).collect();
        VectorFile {
            origin: Origin::Generated(self.generated.to_owned()),
            ..VectorFile::new("illformed", self.group, self.about, vectors)
        }
    }
}
