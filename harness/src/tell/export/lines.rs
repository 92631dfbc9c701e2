//! Lists with one vector or one test a line.

use illformed_codec::{Profile, validate};
use illformed_judge::complete::complete_tests;
use illformed_vectors::{Kinds, Suite, Vector, VectorKind};

/// The name of the list in a folder.
pub const COMPLETE_LIST: &str = "complete.txt";

/// The tests of the complete suite, one a line: `accepted` or `refused`, a space, and the bytes as hex, `-` for no bytes. A first
/// line that begins with `#` says what they are. `version` is written into it.
///
/// # Examples
///
/// ```
/// let text = illformed::tell::export::complete_list("1.0.0");
/// assert!(text.lines().any(|line| line == "refused c080"));
/// assert_eq!(text.lines().nth(1), Some("accepted -"));
/// ```
pub fn complete_list(version: &str) -> String {
    let tests = complete_tests();
    let mut lines = vec![format!(
        "# {} tests of {}, the complete suite of illformed {version}, CC0-1.0; - is the empty string",
        tests.len(),
        Profile::Rfc3629
    )];
    lines.extend(tests.iter().map(|bytes| {
        let answer = if validate(bytes, Profile::Rfc3629).is_ok() { "accepted" } else { "refused" };
        let bytes = if bytes.is_empty() { "-".to_owned() } else { const_hex::encode(bytes) };
        format!("{answer} {bytes}")
    }));
    lines.join("\n") + "\n"
}

/// Each vector of `suite` on a line of its own, as in the files, with the keys `group` and `importance` before the others.
///
/// # Examples
///
/// ```
/// let text = illformed::tell::export::jsonl(illformed_vectors::Suite::embedded());
/// assert!(text.starts_with(r#"{"group":"standard","importance":"major","id":"standard/letter-a","bytes":"41","#));
/// ```
pub fn jsonl(suite: &Suite) -> String {
    let line = |vector: &Vector| {
        let (group, importance) = (vector.id.group(), suite.importance(vector));
        let rest = vector.to_canonical();
        let rest = rest.trim_start_matches('{');
        format!("{{\"group\":\"{group}\",\"importance\":\"{importance}\",{rest}\n")
    };
    suite.vectors().map(line).collect()
}

/// Each vector of `kinds` on a line of its own, as in the files, with the keys `kind` and `group` before the others: a line
/// of [`jsonl`] has no `kind`.
///
/// # Examples
///
/// ```
/// let text = illformed::tell::export::kinds_jsonl(illformed_vectors::Kinds::embedded());
/// assert!(text.starts_with(r#"{"kind":"encode","group":"encode","id":"encode/nul","codes":"0000","#));
/// ```
pub fn kinds_jsonl(kinds: &Kinds) -> String {
    lines(&kinds.encode) + &lines(&kinds.detect) + &lines(&kinds.label)
}

fn lines<V: VectorKind>(suite: &Suite<V>) -> String {
    let line = |vector: &V| {
        let canonical = vector.to_canonical();
        let (kind, group) = (V::KIND, vector.id().group());
        format!("{{\"kind\":\"{kind}\",\"group\":\"{group}\",{}\n", canonical.trim_start_matches('{'))
    };
    suite.vectors().map(line).collect()
}
