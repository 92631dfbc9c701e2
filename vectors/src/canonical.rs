//! The one form in which files are kept: keys in the order of their types, and what stands in a list of the file, such as
//! a vector, on a line of its own.

use serde::Serialize;
use std::fmt::Write;

/// How deep an object or a list may stand and have what is in it on lines of their own.
const LINED: usize = 2;

/// `file` in canonical form.
pub(crate) fn canonical(file: &impl Serialize) -> String {
    let line = line(file);
    let mut text = String::with_capacity(line.len());
    let (mut depth, mut in_string, mut is_escaped) = (0, false, false);
    for character in line.chars() {
        if !in_string && (1..=LINED).contains(&depth) {
            // Nothing stands between the brackets of what is empty.
            let (opened, closes) = (text.ends_with(['[', '{']), matches!(character, ']' | '}'));
            if opened != closes || text.ends_with(',') {
                text.push('\n');
            }
        }
        match character {
            '"' if !is_escaped => in_string = !in_string,
            '[' | '{' if !in_string => depth += 1,
            ']' | '}' if !in_string => depth -= 1,
            _ => {}
        }
        is_escaped = character == '\\' && !is_escaped;
        text.push(character);
    }
    text.push('\n');
    text
}

/// `value` on one line, in ASCII: nobody overlooks a blank that is none.
pub(crate) fn line(value: &impl Serialize) -> String {
    let json = serde_json::to_string(value).expect("it is text in memory, of types whose keys are text");
    let mut text = String::with_capacity(json.len());
    for character in json.chars() {
        if matches!(character, ' '..='~') {
            text.push(character);
        } else {
            for unit in character.encode_utf16(&mut [0; 2]) {
                let _ = write!(text, "\\u{unit:04x}");
            }
        }
    }
    text
}
