//! Fragments that name a part of the page.

use crate::tell::report::words::percent_encoded;
use illformed_judge::cause::Cause;

/// The fragment of a decoder.
pub(crate) fn decoder(name: &str) -> String {
    format!("/decoder/{name}")
}

/// The fragment of a vector or of a case, likewise.
pub(crate) fn vector(id: &str) -> String {
    format!("/vector/{id}")
}

/// The fragment of the page of a cause; it is also the id of the element where there is no script.
pub(crate) fn cause(cause: Cause) -> String {
    format!("/cause/{}", cause.name())
}

/// A reference to `path`. What has a meaning in a fragment or none in a URL is escaped.
pub(crate) fn to(path: &str) -> String {
    format!("#{}", escaped(path))
}

/// A reference to what `path` has of the facet `name` with that value.
pub(crate) fn to_facet(path: &str, name: &str, value: &str) -> String {
    format!("#{}?{name}={}", escaped(path), escaped(value))
}

fn escaped(text: &str) -> String {
    percent_encoded(text, b"-._/@=,")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_keeps_ids_readable_and_escapes_the_rest() {
        let case = vector("overlong/nul-two-bytes@split=1");
        assert_eq!(to(&case), "#/vector/overlong/nul-two-bytes@split=1");
        let facet = to_facet(&decoder("a&b\"/é?"), "question", "5-6");
        assert_eq!(facet, "#/decoder/a%26b%22/%C3%A9%3F?question=5-6");
    }
}
