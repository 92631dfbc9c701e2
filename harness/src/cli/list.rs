//! `illformed list`.

use crate::ask::adapter::OpenFailure;
use crate::ask::adapter::process::Supervision;
use crate::ask::selection::all_adapters;
use crate::cli::args::{ListArguments, Listed};
use crate::cli::error::CliError;
use crate::cli::{load_suite, output};
use crate::record::digest::content_hash;
use crate::record::security::is_security;
use crate::tell::report::{incident_name, title_with_numbers};
use illformed_judge::case::Plan;
use illformed_judge::cause::Cause;
use illformed_judge::shown::{fit, shown_input, wrapped};
use illformed_vectors::{Incident, IncidentFile, Suite, Vector, VectorFile};
use std::fmt::Write;
use std::process::ExitCode;

pub(crate) fn list(arguments: &ListArguments) -> Result<ExitCode, CliError> {
    let suite = load_suite(arguments.suite.suite.as_deref())?;
    if arguments.security && !matches!(arguments.what, Listed::Cases | Listed::Vectors) {
        return Err(CliError::Usage("--security selects vectors and cases, nothing else".to_owned()));
    }
    let wanted = |vector: &Vector| !arguments.security || is_security(&suite, vector);
    let text = match arguments.what {
        Listed::Cases => cases(&suite, wanted),
        Listed::Causes => causes(),
        Listed::Decoders => decoders(),
        Listed::Flags => flags(&suite),
        Listed::Groups => groups(&suite),
        Listed::Incidents => incidents(),
        Listed::Vectors => vectors(&suite, wanted),
    };
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn vectors(suite: &Suite, wanted: impl Fn(&Vector) -> bool) -> String {
    let mut text = String::new();
    for vector in suite.vectors().filter(|vector| wanted(vector)) {
        let hash = content_hash(vector);
        let _ =
            writeln!(text, "{:<44} {hash} {:<20} {}", vector.id, shown_input(&vector.input), vector.comment);
    }
    text
}

fn groups(suite: &Suite) -> String {
    let row = |file: &VectorFile| {
        on_screen(&format!("{:<14}{:>5}  ", file.group, file.vectors.len()), &file.about, output::width())
    };
    suite.files().iter().map(|file| row(file)).collect()
}

/// One line each, also on a terminal: `illformed explain` has the rest.
fn causes() -> String {
    let row = |cause: &Cause| {
        cut(&format!("{:<28}{:<10}{}", cause.name(), cause.severity(), cause.page().says), output::width())
    };
    Cause::ALL.iter().map(row).collect()
}

/// One line each, as for causes.
fn incidents() -> String {
    let row = |incident: &Incident| {
        cut(&format!("{:<13}{}", incident_name(incident), title_with_numbers(incident)), output::width())
    };
    IncidentFile::embedded().incidents().iter().map(row).collect()
}

fn flags(suite: &Suite) -> String {
    let mut notes: Vec<_> = suite.files().iter().flat_map(|file| &file.notes).collect();
    notes.sort_by_key(|(flag, _)| flag);
    let mut text = String::new();
    for (flag, note) in notes {
        let count = suite.vectors().filter(|vector| vector.flags.contains(flag)).count();
        let columns = format!("{flag:<22}{:<9}{count:>4}  ", note.importance);
        text.push_str(&on_screen(&columns, &note.effect, output::width()));
    }
    text
}

fn decoders() -> String {
    let width = output::width();
    let mut text = String::new();
    for adapter in all_adapters(&Supervision::default()) {
        match adapter.open() {
            Ok(session) => {
                for decoder in session.decoders() {
                    let name = format!("{}/{}", adapter.name(), decoder.name);
                    let columns = format!("{name:<36} {:<38} ", decoder.claim.to_string());
                    text.push_str(&on_screen(&columns, &decoder.api, width));
                }
            }
            Err(failure) => {
                let why = match failure {
                    OpenFailure::Absent(why) => format!("absent: {why}"),
                    OpenFailure::Broken(why) => format!("broken: {why}"),
                };
                text.push_str(&on_screen(&format!("{:<36} ", adapter.name()), &why, width));
            }
        }
    }
    text
}

/// The blanks before a text that has lines of its own.
const INDENT: usize = 4;

/// The least columns beside others in which a text is readable.
const LEAST_COLUMNS: usize = 40;

/// A line of `columns` with `text` behind them. On a terminal of `width` columns the text goes on below itself, or on lines of
/// its own where little room is left beside the columns. Without a width it is one line, which scripts may read.
fn on_screen(columns: &str, text: &str, width: Option<usize>) -> String {
    let taken = columns.chars().count();
    let Some(width) = width.filter(|width| taken + text.chars().count() > *width) else {
        return format!("{columns}{text}\n");
    };
    let is_beside = taken + LEAST_COLUMNS <= width;
    let indent = if is_beside { taken } else { INDENT };
    let rows = wrapped(text, width - indent);
    let rows = rows.iter().fold(String::new(), |rows, row| rows + &" ".repeat(indent) + row + "\n");
    if is_beside {
        format!("{columns}{}", &rows[indent..])
    } else {
        format!("{}\n{rows}", columns.trim_end())
    }
}

/// A line that is cut where a terminal of `width` columns ends.
fn cut(line: &str, width: Option<usize>) -> String {
    width.map_or_else(|| line.to_owned(), |width| fit(line, width)) + "\n"
}

fn cases(suite: &Suite, wanted: impl Fn(&Vector) -> bool) -> String {
    let plan = Plan::everything(suite);
    let cases = plan.cases.iter().filter(|case| wanted(case.vector));
    cases.fold(String::new(), |text, case| text + &case.id.to_string() + "\n")
}

#[cfg(test)]
mod tests {
    use super::{cut, on_screen};

    #[test]
    fn a_terminal_gets_wrapped_lines_and_a_program_one() {
        let text = "words of a text that is too long for what is left of a line beside the columns";
        let piped = on_screen("bom  major  56  ", text, None);
        assert_eq!(piped, format!("bom  major  56  {text}\n"));
        assert_eq!(
            on_screen("bom  major  56  ", text, Some(80)),
            "bom  major  56  words of a text that is too long for what is left of a line\n                beside the columns\n"
        );
        let columns = format!("{:<60}", "codec/decoder");
        assert_eq!(
            on_screen(&columns, text, Some(80)),
            format!("codec/decoder\n    {}\n    columns\n", &text[..70])
        );
        assert_eq!(on_screen("bom  ", "short", Some(80)), "bom  short\n");
        assert_eq!(cut(text, Some(10)), "words of …\n");
        assert_eq!(cut(text, None), format!("{text}\n"));
    }
}
