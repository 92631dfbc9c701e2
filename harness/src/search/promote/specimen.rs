//! From bytes to a vector: its id, flags and expectations follow from them.

use illformed_judge::completion::{differing, expectation};
use illformed_judge::expected::segments;
use illformed_workshop::lint::demanded_flags;
use illformed_vectors::{
    ErrorKind, Expectation, Input, Origin, Profile, Reading, Vector, VectorFile, VectorId,
};
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
        VectorFile {
            suite: "illformed".to_owned(),
            group: self.group.to_owned(),
            digest: None,
            about: self.about.to_owned(),
            origin: Origin::Generated(self.generated.to_owned()),
            notes: Vec::new(),
            tombstones: Vec::new(),
            vectors: new.filter_map(|specimen| vector(self.group, self.refs, specimen)).collect(),
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

/// The vector of that name, with its expectations, and the flags that follow from them and from the bytes, in order of
/// their names.
pub(crate) fn worked_out(id: VectorId, input: Input, comment: String, refs: Vec<String>) -> Vector {
    let rfc3629 = expectation(&input, Profile::Rfc3629);
    let also = Vec::new();
    let mut vector = Vector { id, comment, flags: demanded(&input), refs, found: None, rfc3629, also, input };
    vector.also = differing(&vector);
    if let Expectation::Specified(readings) = &vector.rfc3629 {
        let segments = segments(&vector.input);
        let found = readings.iter().zip(&segments).flat_map(|(reading, (bytes, _))| flags(reading, bytes));
        vector.flags.extend(found);
    }
    vector.flags.sort_unstable();
    vector.flags.dedup();
    vector
}

fn demanded(input: &Input) -> Vec<String> {
    demanded_flags(input).into_iter().map(str::to_owned).collect()
}

/// The flags that follow from the errors, and that lint lets stand and does not demand.
fn flags(reading: &Reading, bytes: &[u8]) -> Vec<String> {
    let stands_between = |at: usize| !reading.errors.iter().any(|other| other.at + other.len == at);
    // Behind another error a continuation byte is that one's rest.
    let stray = reading
        .errors
        .iter()
        .any(|error| error.kind == ErrorKind::UnexpectedContinuation && stands_between(error.at));
    // A character stands right behind an error.
    let resync = reading.errors.iter().any(|error| {
        let end = error.at + error.len;
        end < bytes.len() && !reading.errors.iter().any(|other| other.at == end)
    });
    // An ASCII character stands behind what waits for more.
    let swallows = reading.errors.iter().any(|error| {
        let next = bytes.get(error.at + error.len);
        error.kind == ErrorKind::Truncated && next.is_some_and(u8::is_ascii)
    });
    let all = [
        ("end-of-input", reading.errors.iter().any(|error| error.kind == ErrorKind::Incomplete)),
        ("maximal-subpart", reading.errors.iter().any(|error| error.len > 1)),
        ("resync", resync),
        ("stray-continuation", stray),
        ("swallows-next", swallows),
    ];
    all.into_iter().filter(|(_, fits)| *fits).map(|(flag, _)| flag.to_owned()).collect()
}
