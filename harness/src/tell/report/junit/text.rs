//! Text that XML 1.0 can hold.

use illformed_judge::shown::{escape_controls, fit};

/// How long a text of somebody else may be, in characters.
const LONGEST: usize = 1000;

/// One line of somebody else's text. XML 1.0 has no way to write most controls and two noncharacters, and a server may
/// obey others: all of these are shown as what they are, such as `\u{1b}`.
pub(super) fn line(text: &str) -> String {
    fit(&escape_controls(text), LONGEST).replace('\u{FFFE}', "\\u{fffe}").replace('\u{FFFF}', "\\u{ffff}")
}

/// Several such lines.
pub(super) fn lines(text: &str) -> String {
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}
