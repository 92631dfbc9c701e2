//! Lists with one vector or one test a line.

use illformed_codec::{Profile, validate};
use illformed_judge::complete::complete_tests;
use illformed_vectors::{OTHER_KINDS, Suite, Vector};

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

/// Each vector of [`OTHER_KINDS`] on a line of its own, as in the files, with the keys `kind` and `group` before the others: a
/// line of [`jsonl`] has no `kind`.
///
/// # Examples
///
/// ```
/// let text = illformed::tell::export::kinds_jsonl();
/// assert!(text.starts_with(r#"{"kind":"encode","group":"encode","id":"encode/nul","codes":"0000","#));
/// ```
pub fn kinds_jsonl() -> String {
    let lines = OTHER_KINDS.into_iter().flat_map(|(name, text)| {
        // The name of a file is its kind and its group, and the vectors are its last lines.
        let kind = name.trim_end_matches(".json");
        let lines = text
            .lines()
            .skip_while(|line| *line != "\"vectors\":[")
            .filter_map(|line| line.strip_prefix('{'));
        lines.map(move |rest| {
            format!("{{\"kind\":\"{kind}\",\"group\":\"{kind}\",{}\n", rest.trim_end_matches(','))
        })
    });
    lines.collect()
}
