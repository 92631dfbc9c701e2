//! Where two decoders part on any input, in the terminal.

use crate::search::identify::{Parting, PartingScope};
use crate::tell::report::identification::row_text;
use crate::tell::report::words::{WIDTH, counted};
use illformed_judge::shown::{escape_controls, wrapped};
use std::fmt::Write;

/// All sets of strings that the two answer otherwise, or that there is none, with what that rests on; or why no more is
/// known than what both were asked.
pub fn parting(parting: &Parting) -> String {
    let mut text = String::new();
    let mut line = |words: &str, indent: usize| {
        for row in wrapped(&escape_controls(words), WIDTH - indent) {
            let _ = writeln!(text, "{:indent$}{}", "", row.trim_end());
        }
    };
    match &parting.scope {
        PartingScope::AllInputs {
            states: [first, second],
            rows,
            has_more_rows,
            declined_rows,
            not_asked,
        } => {
            let inputs =
                if *not_asked == [0, 0] { "on all inputs" } else { "on all inputs that both can be asked" };
            let scope = format!(
                "{inputs}, as far as they look at nothing but the bytes so far, with at most {first} and {second} states"
            );
            match rows.len() {
                0 => line(&format!("They answer the same {scope}."), 0),
                1 => line(&format!("They part in one set of strings {scope}:"), 0),
                _ => line(&format!("They part in these sets of strings {scope}:"), 0),
            }
            for row in rows {
                line(&row_text(row), 2);
            }
            if *has_more_rows {
                line("and more that is not shown", 2);
            }
            if *declined_rows > 0 {
                let sets = counted(*declined_rows, "set");
                line(
                    &format!("Of {sets} of strings more nothing is known: one of the two declines them."),
                    0,
                );
            }
        }
        PartingScope::Asked { why } => {
            line(&format!("Of other inputs than these nothing is known. {why}"), 0);
        }
    }
    text
}
