//! One vector a line.

use illformed_vectors::Suite;
use std::fmt::Write;

/// Each vector of `suite` on a line of its own, as in the files, with the key `group` before the others.
///
/// # Examples
///
/// ```
/// let text = illformed::export::jsonl(illformed_vectors::Suite::embedded());
/// assert!(text.starts_with(r#"{"group":"standard","id":"standard/letter-a","bytes":"41","#));
/// ```
pub fn jsonl(suite: &Suite) -> String {
    let mut text = String::new();
    for vector in suite.vectors() {
        let canonical = vector.to_canonical();
        // Writing to a String does not fail.
        let _ = writeln!(text, "{{\"group\":\"{}\",{}", vector.id.group(), canonical.trim_start_matches('{'));
    }
    text
}
