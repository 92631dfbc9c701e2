//! Renders a record, one file or folder a format. Each is a function from a
//! [`RunRecord`](crate::record::run_record::RunRecord) to text, but for the lines of events, which are written while a run
//! goes on.

mod acceptance;
#[cfg(feature = "cli")]
mod annotations;
mod baseline;
mod cell;
#[cfg(feature = "cli")]
mod diff;
#[cfg(feature = "cli")]
mod event_lines;
#[cfg(feature = "cli")]
mod failures;
mod finding;
#[cfg(feature = "cli")]
mod html;
mod incidents;
mod json;
#[cfg(feature = "cli")]
mod junit;
#[cfg(feature = "cli")]
mod markdown;
mod matrix;
mod reproduce;
#[cfg(feature = "cli")]
mod sarif;
mod sections;
#[cfg(feature = "cli")]
mod shields;
#[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "the terminal's report shows words alone"))]
mod standing;
mod terminal;
mod words;

#[cfg(feature = "cli")]
pub use annotations::{annotations, without_commands};
pub use baseline::baseline;
#[cfg(feature = "cli")]
pub use diff::{diff_markdown, diff_terminal, trend_terminal};
#[cfg(feature = "cli")]
pub use event_lines::EventLines;
#[cfg(feature = "cli")]
pub use html::html;
pub use illformed_judge::shown::shown_input;
pub use illformed_judge::shown::{Style, escape_controls, wrapped};
pub use json::{json, pretty_json};
#[cfg(feature = "cli")]
pub use junit::junit;
#[cfg(feature = "cli")]
pub use markdown::{markdown, summary};
#[cfg(feature = "cli")]
pub use sarif::sarif;
#[cfg(feature = "cli")]
pub use shields::shields;
pub use terminal::{TerminalOptions, terminal};
pub use words::counted;
