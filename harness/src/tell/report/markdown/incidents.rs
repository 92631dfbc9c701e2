//! The incidents that decoders would repeat.

use crate::record::run_record::RunRecord;
use crate::tell::report::incidents::{asked, title};
use crate::tell::report::markdown::code::code;
use crate::tell::report::terminal::counted;
use std::fmt::Write;

/// How many decoders are named of an incident.
const NAMED: usize = 10;

/// At most `most` incidents that decoders would repeat, as a list; empty if the run did not ask for them.
pub(super) fn incidents(record: &RunRecord, most: usize) -> String {
    let replayed = asked(record);
    if replayed.is_empty() {
        return String::new();
    }
    let repeated: Vec<_> = replayed.iter().filter(|one| !one.repeated_by.is_empty()).collect();
    let asked = counted(replayed.len(), "incident");
    if repeated.is_empty() {
        return format!("Of {asked} that were replayed no decoder gets one wrong.\n\n");
    }
    let mut text = format!(
        "Of {asked} that were replayed {} a vector that a decoder gets wrong, by RFC 3629 whatever it claims:\n\n",
        if repeated.len() == 1 { "1 has".to_owned() } else { format!("{} have", repeated.len()) }
    );
    for one in repeated.iter().take(most) {
        let names: Vec<String> = one.repeated_by.iter().take(NAMED).map(|name| code(name)).collect();
        let more = match one.repeated_by.len() - names.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let _ = writeln!(
            text,
            "- incident {}, {}: {}{more}",
            one.incident.number,
            code(&title(one)),
            names.join(", ")
        );
    }
    if repeated.len() > most {
        let _ = writeln!(text, "- and {} more", repeated.len() - most);
    }
    text + "\n"
}
