//! The files of vectors, as they are in the crate. A test holds the list of the suite equal to the folder.

macro_rules! files {
    ($($group:literal)*) => {
        [$((concat!("suite/", $group, ".json"), include_str!(concat!("../suite/", $group, ".json"))),)*]
    };
}

/// The groups that have vectors of calls; a test holds it to the files. To look for them in all texts takes a quarter of the
/// start of a run.
pub(crate) const OF_CALLS: [&str; 2] = ["script", "security"];

/// The name and text of each file of vectors for encoders, for detectors of UTF-8 and for readers of labels, one vector a line. They
/// are data alone; the reference of the format, `REFERENCE.md` in this crate, says what their keys mean.
///
/// # Examples
///
/// ```
/// let [(encode, text), _, _] = illformed_vectors::OTHER_KINDS;
/// assert!(encode == "encode.json" && text.contains(r#"{"id":"encode/euro-sign","codes":"20ac","#));
/// ```
pub const OTHER_KINDS: [(&str, &str); 3] = [
    ("encode.json", include_str!("../encode.json")),
    ("detect.json", include_str!("../detect.json")),
    ("label.json", include_str!("../label.json")),
];

/// The name and text of each file of the suite.
#[rustfmt::skip]
pub(crate) static EMBEDDED: &[(&str, &str)] = &files![
    "standard" "boundary" "overlong" "surrogate" "out-of-range" "legacy-form" "never-valid" "stray"
    "truncated" "bom" "noncharacter" "replacement" "security" "swallow" "script" "found" "dfa"
    "after-error" "scalar" "non-shortest" "surrogate-pair" "beyond" "cut" "run" "impossible"
    "subpart" "profile" "table"
];
