//! Text of others as SARIF holds it.

use illformed_judge::shown::{escape_controls, fit};
use std::fmt::Write;

/// How long a text of somebody else may be, in characters.
const LONGEST: usize = 500;

/// One line of somebody else's text, for a property.
pub(super) fn line(text: &str) -> String {
    fit(&escape_controls(text), LONGEST)
}

/// The same for a message, where brackets make links and braces stand for arguments (sections 3.11.5 and 3.11.6).
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::new();
    for c in line(text).chars() {
        match c {
            '[' | ']' | '\\' => plain.extend(['\\', c]),
            '{' | '}' => plain.extend([c, c]),
            _ => plain.push(c),
        }
    }
    plain
}

/// The path of a file as a URI reference.
pub(super) fn uri(path: &str) -> String {
    let path = path.replace('\\', "/");
    let mut uri = String::new();
    for byte in path.strip_prefix("./").unwrap_or(&path).bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}
