//! What a cause means, why it matters, and what usually fixes it.

use crate::cause::Cause;
use illformed_vectors::strict_json;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The page of a cause. Reports, rules and documentation show this and nothing else.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Page {
    /// The cause.
    pub cause: Cause,
    /// What the decoder does, as one sentence.
    pub says: String,
    /// What may come of it, as one or two sentences.
    pub matters: String,
    /// Where it is specified.
    pub standard: String,
    /// The smallest input that shows it, as bytes in hexadecimal with `|` between calls; empty where that depends on the
    /// decoder.
    pub example: String,
    /// Weaknesses of the Common Weakness Enumeration, such as `CWE-176`.
    pub cwe: Vec<String>,
    /// What the code usually looks like.
    pub before: Vec<String>,
    /// What it looks like when it is right.
    pub after: Vec<String>,
}

static PAGES: LazyLock<BTreeMap<Cause, Page>> = LazyLock::new(|| {
    let pages: Vec<Page> = strict_json::parse("pages.json", include_str!("pages.json"))
        // The tests load it, so a released crate does not come here.
        .unwrap_or_else(|error| panic!("embedded pages of causes: {error}"));
    pages.into_iter().map(|page| (page.cause, page)).collect()
});

impl Cause {
    /// Its page.
    pub fn page(self) -> &'static Page {
        &PAGES[&self]
    }
}

#[cfg(test)]
mod tests {
    use super::{Cause, PAGES};

    #[test]
    fn each_cause_has_a_page_whose_sentences_end() {
        let pages: Vec<Cause> = PAGES.keys().copied().collect();
        assert_eq!(pages, Cause::ALL);
        for page in PAGES.values() {
            for sentence in [&page.says, &page.matters] {
                assert!(sentence.ends_with('.') && sentence.len() > 20, "{}: {sentence}", page.cause);
            }
            assert!(!page.standard.is_empty() && !page.before.is_empty() && page.before != page.after);
        }
    }
}
