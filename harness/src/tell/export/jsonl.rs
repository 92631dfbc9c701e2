//! One vector a line.

use illformed_vectors::{CaseFile, CaseVector, Kinds, Suite};
use std::fmt::Write;

/// Each vector of `suite` on a line of its own, as in the files, with the keys `group` and `importance` before the others.
///
/// # Examples
///
/// ```
/// let text = crate::tell::export::jsonl(illformed_vectors::Suite::embedded());
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

/// Each vector of `kinds` on a line of its own, as in the files, with the keys `kind` and `group` before the others: a line
/// of [`jsonl`] has no `kind`.
///
/// # Examples
///
/// ```
/// let text = crate::tell::export::kinds_jsonl(illformed_vectors::Kinds::embedded());
/// assert!(text.starts_with(r#"{"kind":"encode","group":"encode","id":"encode/nul","codes":"0000","#));
/// ```
pub fn kinds_jsonl(kinds: &Kinds) -> String {
    lines(&kinds.encode) + &lines(&kinds.detect) + &lines(&kinds.label)
}

fn lines<V: CaseVector>(file: &CaseFile<V>) -> String {
    let line = |vector: &V| {
        let canonical = vector.to_canonical();
        let (kind, group) = (V::KIND, vector.id().group());
        format!("{{\"kind\":\"{kind}\",\"group\":\"{group}\",{}\n", canonical.trim_start_matches('{'))
    };
    file.vectors.iter().map(line).collect()
}
