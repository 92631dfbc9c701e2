//! The page of a cause.

use crate::record::security::repeated_by;
use crate::tell::report::incidents::title_with_numbers;
use crate::tell::report::{Style, words};
use illformed_judge::cause::{Cause, Page};
use illformed_vectors::IncidentFile;
use std::fmt::Write;

const MOST_INCIDENTS: usize = 5;

/// What `cause` means, why it matters, and what usually fixes it, for a terminal of 80 columns.
pub fn cause_page(cause: Cause, style: Style) -> String {
    let page = cause.page();
    let mut text = format!("{} ({})\n", style.strong(cause.name()), cause.severity());
    let mut paragraph = |heading: &str, words: &str| text.push_str(&words::paragraph(heading, words, style));
    paragraph("what", &page.says);
    paragraph("why", &page.matters);
    let of_calls = if page.example.contains('|') { " (`|` separates calls)" } else { "" };
    paragraph("example", &format!("{}{of_calls}", page.example));
    let weaknesses = if page.cwe.is_empty() { String::new() } else { format!("; {}", page.cwe.join(", ")) };
    paragraph("specified by", &format!("{}{weaknesses}", page.standard));
    let incidents = incidents(cause);
    for (number, incident) in incidents.iter().take(MOST_INCIDENTS).enumerate() {
        paragraph(if number == 0 { "incidents" } else { "" }, incident);
    }
    if incidents.len() > MOST_INCIDENTS {
        paragraph(
            "",
            &format!("and {} more; see illformed list incidents", incidents.len() - MOST_INCIDENTS),
        );
    }
    text.push('\n');
    for (heading, lines) in [("before", &page.before), ("after", &page.after)] {
        let _ =
            writeln!(text, "{} {}", style.faint(&format!("{heading:<12}")), lines.join("\n             "));
    }
    text
}

/// The same as Markdown, without a heading.
pub fn cause_markdown(cause: Cause) -> String {
    let Page { says, matters, standard, before, after, .. } = cause.page();
    let [before, after] = [before, after].map(|lines| lines.join("\n"));
    format!(
        "**{says}**\n\n{matters}\n\nSpecified by: {standard}\n\nBefore:\n\n```text\n{before}\n```\n\nAfter:\n\n```text\n{after}\n```\n"
    )
}

/// The incidents that a decoder with `cause` repeats: where, when, and their CVE numbers.
pub(crate) fn incidents(cause: Cause) -> Vec<String> {
    let of_cause = repeated_by(cause);
    let all = IncidentFile::embedded().incidents().iter();
    let named = all.filter(|incident| of_cause.contains(&incident.number));
    named.map(title_with_numbers).collect()
}
