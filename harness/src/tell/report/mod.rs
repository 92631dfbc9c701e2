//! Renders a record in a format, and writes the lines of events while a run goes on.

mod acceptance;
mod answers;
mod baseline;
mod comparison;
mod decoders;
mod diagnosis;
mod diff;
mod event_lines;
mod finding;
mod format;
mod identification;
mod incidents;
mod issue;
mod poll;
mod reproduce;
mod search;
mod section;
mod source_location;
mod sweeps;
mod words;

pub use baseline::baseline;
pub use comparison::comparison;
pub use diff::{diff_markdown, diff_terminal};
pub use event_lines::{DecoderEvents, EventLines};
pub(crate) use format::{Format, printed};
pub use format::{
    TerminalOptions, annotations, html, json, junit, markdown, pretty_json, sarif, shields, summary,
    terminal, without_commands,
};
pub use identification::{identification, parting};
pub use illformed_judge::shown::{Style, escape_controls, wrapped};
pub(crate) use incidents::{INCIDENT, incident_name, title_with_numbers};
pub use incidents::{cause_markdown, cause_page, incident_page, needs_table};
pub use poll::poll;
pub use search::search;
pub use source_location::SourceLocation;
pub use words::counted;
pub(crate) use words::hanging;
