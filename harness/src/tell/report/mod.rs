//! Renders a record in a format, and writes the lines of events while a run goes on.

mod acceptance;
mod answers;
mod baseline;
#[cfg(feature = "cli")]
mod cause_markdown;
#[cfg(feature = "cli")]
mod cause_page;
#[cfg(feature = "cli")]
mod comparison;
mod diagnosis;
#[cfg(feature = "cli")]
mod diff;
#[cfg(feature = "cli")]
mod event_lines;
mod finding;
mod format;
#[cfg(feature = "cli")]
mod incident_page;
mod incidents;
mod issue;
mod matrix;
#[cfg(feature = "cli")]
mod poll;
mod questions;
mod reproduce;
mod sections;
#[cfg(feature = "cli")]
mod source_location;
#[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "the terminal's report shows words alone"))]
mod standing;
mod words;

pub use baseline::baseline;
#[cfg(feature = "cli")]
pub use cause_markdown::cause_markdown;
#[cfg(feature = "cli")]
pub use cause_page::cause_page;
#[cfg(feature = "cli")]
pub use comparison::comparison;
#[cfg(feature = "cli")]
pub use diff::{diff_markdown, diff_terminal};
#[cfg(feature = "cli")]
pub use event_lines::{DecoderEvents, EventLines};
#[cfg(feature = "cli")]
pub(crate) use format::{Format, printed};
pub use format::{TerminalOptions, json, pretty_json, terminal};
#[cfg(feature = "cli")]
pub use format::{annotations, html, junit, markdown, sarif, shields, summary, without_commands};
pub use illformed_judge::shown::{Style, escape_controls, wrapped};
#[cfg(feature = "cli")]
pub use incident_page::incident_page;
#[cfg(feature = "cli")]
pub(crate) use incidents::INCIDENT;
pub(crate) use incidents::{incident_name, title_with_numbers};
#[cfg(feature = "cli")]
pub use poll::{Naming, poll};
#[cfg(feature = "cli")]
pub use source_location::SourceLocation;
pub use words::counted;
