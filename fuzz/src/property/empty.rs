//! What a search costs where nothing is checked.

use std::hint::black_box;

/// Returns, whatever the bytes are. It is no property and not in [`ALL`](crate::property::ALL): the executions a second of a
/// target stand beside those of this one.
pub fn empty(bytes: &[u8]) {
    black_box(bytes);
}
