//! The suite's files, as they are in the crate. A test holds the list equal to the folder.

macro_rules! files {
    ($($group:literal)*) => {
        [$((concat!("suite/", $group, ".json"), include_str!(concat!("../suite/", $group, ".json"))),)*]
    };
}

/// The groups that have vectors of calls; a test holds it to the files. To look for them in all texts takes a quarter of the
/// start of a run.
pub(crate) const OF_CALLS: [&str; 2] = ["script", "security"];

/// The name and text of each file.
#[rustfmt::skip]
pub(crate) const EMBEDDED: &[(&str, &str)] = &files![
    "standard" "boundary" "overlong" "surrogate" "out-of-range" "legacy-form" "never-valid" "stray"
    "truncated" "bom" "noncharacter" "replacement" "security" "swallow" "script" "found" "dfa"
    "after-error" "scalar" "non-shortest" "surrogate-pair" "beyond" "cut" "run" "impossible"
    "subpart"
];
