//! The page of a cause in the terminal.

use crate::record::security::repeated_by;
use crate::tell::report::incidents::title_with_numbers;
use crate::tell::report::{Style, words};
use illformed_judge::cause::Cause;
use illformed_vectors::IncidentFile;
use std::fmt::Write;

/// How many incidents are named.
const NAMED: usize = 5;

/// What `cause` means, why it matters, and what usually fixes it, in 80 columns.
pub fn cause_page(cause: Cause, style: Style) -> String {
    let page = cause.page();
    let mut text = format!("{} ({})\n", style.strong(cause.name()), cause.severity());
    let mut paragraph = |heading: &str, words: &str| text.push_str(&words::paragraph(heading, words, style));
    paragraph("what", &page.says);
    paragraph("why", &page.matters);
    let of_calls = if page.example.contains('|') { " (`|` separates calls)" } else { "" };
    paragraph("example", &format!("{}{of_calls}", page.example));
    let cwe = page.cwe.join(", ");
    let rules = if cwe.is_empty() { page.standard.clone() } else { format!("{}; {cwe}", page.standard) };
    paragraph("specified by", &rules);
    let mut named = incidents(cause);
    let more = named.len().saturating_sub(NAMED);
    named.truncate(NAMED);
    for (number, incident) in named.iter().enumerate() {
        paragraph(if number == 0 { "incidents" } else { "" }, incident);
    }
    if more > 0 {
        paragraph("", &format!("and {more} more; see illformed list incidents"));
    }
    let _ = writeln!(text);
    for (heading, lines) in [("before", &page.before), ("after", &page.after)] {
        for (number, line) in lines.iter().enumerate() {
            let heading = if number == 0 { heading } else { "" };
            let _ = writeln!(text, "{} {line}", style.faint(&format!("{heading:<12}")));
        }
    }
    text
}

/// The incidents that a decoder with `cause` repeats: where, when, and their CVE numbers.
pub(crate) fn incidents(cause: Cause) -> Vec<String> {
    let of_cause = repeated_by(cause);
    let all = IncidentFile::embedded().incidents().iter();
    let named = all.filter(|incident| of_cause.contains(&incident.number));
    named.map(title_with_numbers).collect()
}
