//! One vector a line.

use illformed_vectors::Suite;
use std::fmt::Write;

/// Each vector of `suite` on a line of its own, as in the files, with the keys `group` and `importance` before the others.
///
/// # Examples
///
/// ```
/// let text = illformed::export::jsonl(illformed_vectors::Suite::embedded());
/// assert!(text.starts_with(r#"{"group":"standard","importance":"major","id":"standard/letter-a","bytes":"41","#));
/// ```
pub fn jsonl(suite: &Suite) -> String {
    let mut text = String::new();
    for vector in suite.vectors() {
        let canonical = vector.to_canonical();
        // Writing to a String does not fail.
        let (group, importance) = (vector.id.group(), suite.importance(vector));
        let rest = canonical.trim_start_matches('{');
        let _ = writeln!(text, "{{\"group\":\"{group}\",\"importance\":\"{importance}\",{rest}");
    }
    text
}
