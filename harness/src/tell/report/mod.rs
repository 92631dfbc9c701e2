//! Renders a record in a format, and writes the lines of events while a run goes on.

mod acceptance;
mod answers;
mod baseline;
mod cause_page;
mod comparison;
mod diagnosis;
mod diff;
mod event_lines;
mod families;
mod finding;
mod format;
mod identification;
mod incidents;
mod issue;
mod matrix;
mod parting;
mod poll;
mod questions;
mod reproduce;
mod sections;
mod source_location;
mod standing;
mod sweeps;
mod tone;
mod words;

pub use baseline::baseline;
pub use cause_page::{cause_markdown, cause_page};
pub use comparison::comparison;
pub use diff::{diff_markdown, diff_terminal};
pub use event_lines::{DecoderEvents, EventLines};
pub(crate) use format::{Format, printed};
pub use format::{
    TerminalOptions, annotations, html, json, junit, markdown, pretty_json, sarif, shields, summary,
    terminal, without_commands,
};
pub use identification::identification;
pub use illformed_judge::shown::{Style, escape_controls, wrapped};
pub(crate) use incidents::{INCIDENT, incident_name, title_with_numbers};
pub use incidents::{incident_page, needs_table};
pub use parting::parting;
pub use poll::{Naming, poll};
pub use source_location::SourceLocation;
pub use words::counted;
pub(crate) use words::hanging;
