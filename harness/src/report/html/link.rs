//! Fragments that name a part of the page.

use std::fmt::Write;

/// The fragment of a decoder; it is also the id of the element that describes it.
pub(crate) fn decoder(name: &str) -> String {
    format!("decoder={name}")
}

/// The fragment of a vector or of a case, likewise.
pub(crate) fn vector(id: &str) -> String {
    format!("vector={id}")
}

/// A reference to `fragments`. What has a meaning in a fragment or none in a URL is escaped.
pub(crate) fn to(fragments: &[String]) -> String {
    let mut reference = String::from("#");
    for (number, fragment) in fragments.iter().enumerate() {
        if number > 0 {
            reference.push('&');
        }
        for byte in fragment.bytes() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => reference.push(char::from(byte)),
                b'-' | b'.' | b'_' | b'/' | b'@' | b'=' | b',' => reference.push(char::from(byte)),
                _ => {
                    let _ = write!(reference, "%{byte:02X}");
                }
            }
        }
    }
    reference
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_keeps_ids_readable_and_escapes_the_rest() {
        let case = vector("overlong/nul-two-bytes@split=1");
        assert_eq!(to(&[case]), "#vector=overlong/nul-two-bytes@split=1");
        let parts = [decoder("a&b\"/é"), "group=bom".to_owned()];
        assert_eq!(to(&parts), "#decoder=a%26b%22/%C3%A9&group=bom");
    }
}
