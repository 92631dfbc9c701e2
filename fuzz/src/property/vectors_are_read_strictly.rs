//! The loader of vectors takes what it would write, and ends in an error for everything else.

use crate::property::agreement::{PropertyOutcome, survives_writing};
use illformed_judge::case::CaseId;
use illformed_vectors::{Script, Suite, Vector, VectorFile, VectorId};

/// Takes the bytes, made a string, for a file of vectors, one vector, a script of calls and an id of a vector or a case.
/// Returns when none of the readers panics, and what one accepts is the same after it was written in canonical form and read.
pub fn vectors_are_read_strictly(bytes: &[u8]) -> PropertyOutcome {
    let text = &*String::from_utf8_lossy(bytes);
    survives_writing("file of vectors", text, read_file, VectorFile::to_canonical)?;
    survives_writing("vector", text, |text| serde_json::from_str(text).ok(), Vector::to_canonical)?;
    survives_writing("script", text, |text| text.parse().ok(), Script::to_string)?;
    survives_writing("id", text, |text| VectorId::new(text).ok(), VectorId::to_string)?;
    survives_writing("id of a case", text, |text| text.parse().ok(), CaseId::to_string)
}

/// The file, with the number of vectors that is written.
fn read_file(text: &str) -> Option<VectorFile> {
    let mut file: VectorFile = serde_json::from_str(text).ok()?;
    // What is wrong between the parts of a file is said by the suite. It must not panic, whatever it says.
    let name = format!("{}.json", file.group);
    let _ = Suite::from_sources([(name.as_str(), text)]);
    file.number_of_tests = file.vectors.len();
    Some(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_files_survive() {
        for (_, text) in Suite::embedded_sources().filter(|(_, text)| text.len() < 20_000) {
            assert!(text.contains("\"states\"") || read_file(text).is_some(), "{text}");
            assert_eq!(vectors_are_read_strictly(text.as_bytes()), Ok(()), "{text}");
        }
    }

    #[test]
    fn a_writer_that_leaves_something_out_is_seen() {
        let file =
            Suite::embedded().files().iter().find(|file| !file.vectors.is_empty()).expect("there is one");
        let text = file.to_canonical();
        assert_eq!(vectors_are_read_strictly(text.as_bytes()), Ok(()));
        let forgets = |file: &VectorFile| {
            let mut file = file.clone();
            file.vectors.pop();
            file.to_canonical()
        };
        assert!(survives_writing("file of vectors", &text, read_file, forgets).is_err());
        let torn = |file: &VectorFile| file.to_canonical().replace("\"suite\":", "\"suites\":");
        assert!(survives_writing("file of vectors", &text, read_file, torn).is_err());
    }

    #[test]
    fn a_reader_of_scripts_that_is_lax_is_seen() {
        let lax = |text: &str| text.to_lowercase().parse::<Script>().ok();
        let shouting = |script: &Script| script.to_string().to_uppercase();
        let strict = |text: &str| text.parse::<Script>().ok();
        assert_eq!(survives_writing("script", "e2 82ac .", lax, shouting), Ok(()), "it takes what it writes");
        assert!(survives_writing("script", "e2 82ac .", strict, shouting).is_err());
    }
}
