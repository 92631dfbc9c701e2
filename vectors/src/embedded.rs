//! The suite's files, as they are in the crate. A test holds the list equal to the folder.

/// The name and text of each file.
#[rustfmt::skip]
pub(crate) const EMBEDDED: &[(&str, &str)] = &[
    ("suite/standard.json", include_str!("../suite/standard.json")),
    ("suite/boundary.json", include_str!("../suite/boundary.json")),
    ("suite/overlong.json", include_str!("../suite/overlong.json")),
    ("suite/surrogate.json", include_str!("../suite/surrogate.json")),
    ("suite/out-of-range.json", include_str!("../suite/out-of-range.json")),
    ("suite/legacy-form.json", include_str!("../suite/legacy-form.json")),
    ("suite/never-valid.json", include_str!("../suite/never-valid.json")),
    ("suite/stray.json", include_str!("../suite/stray.json")),
    ("suite/truncated.json", include_str!("../suite/truncated.json")),
    ("suite/bom.json", include_str!("../suite/bom.json")),
    ("suite/noncharacter.json", include_str!("../suite/noncharacter.json")),
    ("suite/replacement.json", include_str!("../suite/replacement.json")),
    ("suite/security.json", include_str!("../suite/security.json")),
    ("suite/swallow.json", include_str!("../suite/swallow.json")),
    ("suite/script.json", include_str!("../suite/script.json")),
    ("suite/found.json", include_str!("../suite/found.json")),
    ("suite/dfa.json", include_str!("../suite/dfa.json")),
    ("suite/after-error.json", include_str!("../suite/after-error.json")),
    ("suite/scalar.json", include_str!("../suite/scalar.json")),
    ("suite/non-shortest.json", include_str!("../suite/non-shortest.json")),
    ("suite/surrogate-pair.json", include_str!("../suite/surrogate-pair.json")),
    ("suite/beyond.json", include_str!("../suite/beyond.json")),
    ("suite/cut.json", include_str!("../suite/cut.json")),
    ("suite/run.json", include_str!("../suite/run.json")),
    ("suite/impossible.json", include_str!("../suite/impossible.json")),
    ("suite/subpart.json", include_str!("../suite/subpart.json")),
];
