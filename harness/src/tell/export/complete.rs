//! The complete suite as a list.

use illformed_vectors::CompleteFile;

/// The name of the list in a folder.
pub const COMPLETE_LIST: &str = "complete.txt";

/// The tests of `file`, one a line: `accepted` or `refused`, a space, and the bytes as hex, `-` for no bytes. A first line
/// that begins with `#` says what they are. `version` is written into it.
///
/// # Examples
///
/// ```
/// use illformed_vectors::CompleteFile;
///
/// let text = crate::tell::export::complete_list(CompleteFile::embedded(), "1.0.0");
/// assert!(text.lines().any(|line| line == "refused c080"));
/// assert_eq!(text.lines().nth(1), Some("accepted -"));
/// ```
pub fn complete_list(file: &CompleteFile, version: &str) -> String {
    let tests = file.tests();
    let mut lines = vec![format!(
        "# {} tests of {}, the complete suite of illformed {version}, CC0-1.0; - is the empty string",
        tests.len(),
        file.profile
    )];
    lines.extend(tests.iter().map(|test| {
        let answer = if test.accepted { "accepted" } else { "refused" };
        let bytes = if test.bytes.is_empty() { "-".to_owned() } else { const_hex::encode(&test.bytes) };
        format!("{answer} {bytes}")
    }));
    lines.join("\n") + "\n"
}
