//! The page of a cause as Markdown.

use illformed_judge::cause::{Cause, Page};

/// What `cause` means, why it matters, where it is specified, and what usually fixes it, without a heading.
pub fn cause_markdown(cause: Cause) -> String {
    let Page { says, matters, standard, before, after, .. } = cause.page();
    let [before, after] = [before, after].map(|lines| lines.join("\n"));
    format!(
        "**{says}**\n\n{matters}\n\nSpecified by: {standard}\n\nBefore:\n\n```text\n{before}\n```\n\nAfter:\n\n```text\n{after}\n```\n"
    )
}
