//! The page's own style and script, which are the only ones that its policy lets be.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

/// One sheet.
pub(super) const STYLE: &str = concat!(
    include_str!("style/base.css"),
    include_str!("style/matrix.css"),
    include_str!("style/detail.css"),
    include_str!("style/media.css"),
);

/// One script, in a scope of its own: what a file declares, those after it may use at once, and all others later.
pub(super) const SCRIPT: &str = concat!(
    "\"use strict\";\n(() => {\n",
    include_str!("script/element.js"),
    include_str!("script/record.js"),
    include_str!("script/finding.js"),
    include_str!("script/decoder.js"),
    include_str!("script/vector.js"),
    include_str!("script/cluster.js"),
    include_str!("script/list.js"),
    include_str!("script/filter.js"),
    include_str!("script/keyboard.js"),
    include_str!("script/page.js"),
    "})();\n"
);

/// The policy: nothing is loaded; style and script are these two and no other.
pub(super) fn policy() -> String {
    let hash = |text: &str| format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)));
    format!(
        "default-src 'none'; img-src data:; style-src {}; script-src {}; base-uri 'none'; form-action 'none'",
        hash(STYLE),
        hash(SCRIPT)
    )
}
