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
];
