//! The suite in forms that need no code of ours. Pure: text and bytes come out, and nothing is written.

use crate::tell::report::pretty_json;
use illformed_codec::validate;
use illformed_judge::complete::complete_tests;
use illformed_vectors::{Expectation, Importance, Input, OTHER_KINDS, Profile, Suite, Vector};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write;

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

/// The vectors of `suite` that are bytes: for each a file of just its bytes, named by its id, and `index.json`, JSON
/// with what each profile expects. `version` is written into the index. Scripts are named there and left out. The path of
/// each file in the folder, parts separated by `/`, and what is in it.
pub fn raw(suite: &Suite, version: &str) -> Vec<(String, Vec<u8>)> {
    let (mut files, mut left_out, mut vectors) = (Vec::new(), Vec::new(), Vec::new());
    for vector in suite.vectors() {
        let Input::Bytes(bytes) = &vector.input else {
            left_out.push(&vector.id);
            continue;
        };
        files.push((vector.id.to_string(), bytes.clone()));
        let by_profile = || Profile::ALL.iter().map(|profile| (profile.name(), vector.expectation(*profile)));
        // Null is where the standard is silent, and where there is no error.
        let well_formed: BTreeMap<_, _> =
            by_profile().map(|(name, expected)| (name, expected.well_formed())).collect();
        let first_error: BTreeMap<_, _> =
            by_profile().map(|(name, expected)| (name, first_error(expected))).collect();
        vectors.push(json!({
            "id": vector.id,
            "file": vector.id,
            "comment": vector.comment,
            "importance": suite.importance(vector).name(),
            "well_formed": well_formed,
            "first_error": first_error,
        }));
    }
    let index = json!({
        "kind": "illformed-raw",
        "suite": suite.name(),
        "version": version,
        "left_out": left_out,
        "vectors": vectors,
    });
    files.push(("index.json".to_owned(), pretty_json(&index).into_bytes()));
    files
}

/// The byte offset of the first error of an input of bytes.
fn first_error(expectation: &Expectation) -> Option<usize> {
    match expectation {
        Expectation::Specified(readings) => readings.first()?.errors.first().map(|error| error.at),
        Expectation::Unspecified(_) => None,
    }
}

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
    let mut text = head(suite, version, vectors.len(), scripts);
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
    text.push_str("\nstatic const struct illformed_vector illformed_vectors[] = {\n");
    if vectors.is_empty() {
        // C has no empty table either; the count is 0.
        text.push_str("    {0}\n");
    }
    for (number, (vector, bytes)) in vectors.iter().enumerate() {
        text.push_str(&row(number, vector, suite.importance(vector), bytes.len()));
    }
    text + "};\n\n#endif\n"
}

fn head(suite: &Suite, version: &str, vectors: usize, scripts: usize) -> String {
    // What stands in a suite of the user is the user's.
    let of = if suite.files() == Suite::embedded().files() {
        format!("illformed {version}, CC0-1.0")
    } else {
        // Two characters of a name would end the comment.
        format!("the suite {}", suite.name().replace("*/", "* /"))
    };
    let mut text = format!(
        "/* UTF-8 vectors of {of}. Written by `illformed vectors export`.\n   \
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
/// three digits, so that nothing after it is taken for more of them. U+0000, which would end the string, is shown as `\u0000`.
fn c_string(words: &str) -> String {
    let mut literal = String::from("\"");
    for byte in words.bytes() {
        match byte {
            b'"' | b'\\' | b'?' => literal.extend(['\\', byte.into()]),
            b' '..=b'~' => literal.push(byte.into()),
            0 => literal.push_str(r"\\u0000"),
            _ => {
                let _ = write!(literal, "\\{byte:03o}");
            }
        }
    }
    literal + "\""
}

#[cfg(test)]
mod tests {
    use super::{c_header, c_string};
    use illformed_vectors::Suite;

    #[test]
    fn a_literal_says_the_same_to_a_c_compiler() {
        assert_eq!(c_string("a\"b\\c ??/ \u{e9}1\0"), r#""a\"b\\c \?\?/ \303\2511\\u0000""#);
    }

    #[test]
    fn a_table_of_no_vectors_is_a_table_to_a_c_compiler() {
        let scripts = Suite::embedded().with_files(|file| file.group == "script");
        assert!(c_header(&scripts, "1").contains("illformed_vectors[] = {\n    {0}\n};"));
    }
}
