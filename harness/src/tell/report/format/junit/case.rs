//! A test case, and text that XML 1.0 can hold.

use crate::tell::report::words::fitted;
use quick_junit::{TestCase, TestCaseStatus};

/// How long a text from outside may be, in characters.
const LONGEST: usize = 1000;

/// A test case that did not pass, with why, and in full if there is more to say.
pub(super) fn case(
    class: &str,
    name: &str,
    mut status: TestCaseStatus,
    why: &str,
    in_full: Option<&str>,
) -> TestCase {
    status.set_message(line(why));
    if let Some(in_full) = in_full {
        status.set_description(in_full);
    }
    let mut case = TestCase::new(line(name), status);
    case.set_classname(line(class));
    case
}

/// One line of text from outside. XML 1.0 has no way to write most controls and two noncharacters, and a server may
/// obey others: all of these are escaped, such as `\u{1b}`.
pub(super) fn line(text: &str) -> String {
    fitted(text, LONGEST)
}

/// Several such lines.
pub(super) fn lines(text: &str) -> String {
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}
