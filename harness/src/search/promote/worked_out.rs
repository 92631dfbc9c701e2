//! From an input to its vector: flags and expectations follow from it.

use crate::search::promote::flag::demanded_flags;
use illformed_judge::completion::{differing, expectation};
use illformed_judge::expected::segments;
use illformed_vectors::{ErrorKind, Expectation, Input, Profile, Reading, Vector, VectorId};

/// The vector of that name, with its expectations, and the flags that follow from them and from the bytes, in order of
/// their names.
pub fn worked_out(id: VectorId, input: Input, comment: String, refs: Vec<String>) -> Vector {
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
