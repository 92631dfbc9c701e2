//! One C header.

use crate::tell::export::raw::first_error;
use illformed_vectors::{Importance, Input, Profile, Suite, Vector};
use std::fmt::Write;

/// The vectors of `suite` that are bytes as one header of C99 that needs nothing else: an array of bytes for each, so
/// that tools which watch memory see a read past its end, and a table. `version` is written into it.
pub fn c_header(suite: &Suite, version: &str) -> String {
    let vectors: Vec<(&Vector, &[u8])> = suite
        .vectors()
        .filter_map(|vector| match &vector.input {
            Input::Bytes(bytes) => Some((vector, bytes.as_slice())),
            Input::Calls(_) => None,
        })
        .collect();
    let scripts = suite.vectors().count() - vectors.len();
    let mut text = head(version, vectors.len(), scripts);
    for (number, (vector, bytes)) in vectors.iter().enumerate() {
        // C has no empty array; its `len` is 0 all the same.
        let listed: Vec<String> = match bytes {
            [] => vec!["0x00".to_owned()],
            bytes => bytes.iter().map(|byte| format!("0x{byte:02x}")).collect(),
        };
        let listed = listed.join(", ");
        let _ = writeln!(text, "/* {} */", vector.id);
        let _ = writeln!(text, "static const unsigned char illformed_bytes_{number}[] = {{{listed}}};");
    }
    text.push_str("\nstatic const struct illformed_vector illformed_vectors[ILLFORMED_VECTOR_COUNT] = {\n");
    for (number, (vector, bytes)) in vectors.iter().enumerate() {
        text.push_str(&row(number, vector, suite.importance(vector), bytes.len()));
    }
    text + "};\n\n#endif\n"
}

fn head(version: &str, vectors: usize, scripts: usize) -> String {
    let mut text = format!(
        "/* UTF-8 vectors of illformed {version}, CC0-1.0. Written by `illformed vectors export`.\n   \
           {vectors} vectors of bytes; {scripts} scripts of calls are left out. */\n\
         #ifndef ILLFORMED_VECTORS_H\n#define ILLFORMED_VECTORS_H\n\n#include <stddef.h>\n\n\
         #define ILLFORMED_VERSION \"{version}\"\n#define ILLFORMED_VECTOR_COUNT {vectors}\n\n\
         enum illformed_profile {{\n"
    );
    for profile in Profile::ALL {
        let _ = writeln!(text, "    ILLFORMED_{},", profile.name().to_uppercase());
    }
    text + "    ILLFORMED_PROFILE_COUNT\n};\n\n\
         struct illformed_expectation {\n    \
             int well_formed; /* 1, 0, or -1 where the standard is silent */\n    \
             long first_error; /* byte offset, or -1 where there is none */\n};\n\n\
         struct illformed_vector {\n    \
             const char *id;\n    \
             const char *comment;\n    \
             const char *importance; /* critical, major or minor */\n    \
             const unsigned char *bytes; /* no terminator follows them */\n    \
             size_t len;\n    \
             struct illformed_expectation expected[ILLFORMED_PROFILE_COUNT];\n};\n\n"
}

fn row(number: usize, vector: &Vector, importance: Importance, len: usize) -> String {
    let expected: Vec<String> = Profile::ALL
        .iter()
        .map(|profile| {
            let expectation = vector.expectation(*profile);
            let answer = expectation.well_formed().map_or(-1, i32::from);
            let at = first_error(expectation).map_or("-1".to_owned(), |at| at.to_string());
            format!("{{{answer}, {at}}}")
        })
        .collect();
    let (id, comment) = (vector.id.as_str(), c_string(&vector.comment));
    let expected = expected.join(", ");
    format!(
        "    {{\"{id}\", {comment}, \"{importance}\", illformed_bytes_{number}, {len}, {{{expected}}}}},\n"
    )
}

/// `words` as a string literal. Trigraphs are still read in C99, hence the question mark; what is not ASCII is octal, of
/// three digits, so that nothing after it is taken for more of them.
fn c_string(words: &str) -> String {
    let mut literal = String::from("\"");
    for byte in words.bytes() {
        match byte {
            b'"' | b'\\' | b'?' => literal.extend(['\\', byte.into()]),
            b' '..=b'~' => literal.push(byte.into()),
            _ => {
                let _ = write!(literal, "\\{byte:03o}");
            }
        }
    }
    literal + "\""
}

#[cfg(test)]
mod tests {
    use super::c_string;

    #[test]
    fn a_literal_says_the_same_to_a_c_compiler() {
        assert_eq!(c_string("a\"b\\c ??/ \u{e9}1"), r#""a\"b\\c \?\?/ \303\2511""#);
    }
}
