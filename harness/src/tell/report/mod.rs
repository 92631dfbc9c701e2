//! Renders a record, one file a format. Each is a function from a [`RunRecord`](crate::record::run_record::RunRecord) to text, but for
//! the lines of events, which are written while a run goes on.

mod acceptance;
#[cfg(feature = "cli")]
mod annotations;
mod baseline;
mod cell;
#[cfg(feature = "cli")]
mod decoder_summary;
mod diff;
#[cfg(feature = "cli")]
mod event_lines;
pub(crate) mod finding;
#[cfg(feature = "cli")]
mod headline;
#[cfg(feature = "cli")]
mod html;
mod incidents;
mod input;
mod json;
#[cfg(feature = "cli")]
mod junit;
mod kinds;
#[cfg(feature = "cli")]
mod markdown;
mod matrix;
mod replacement;
#[cfg(feature = "cli")]
mod reported_failure;
mod reproduce;
#[cfg(feature = "cli")]
mod sarif;
#[cfg(feature = "cli")]
mod shields;
mod stability;
mod standing;
mod terminal;
mod unjudged;
#[cfg(feature = "cli")]
mod unlisted;

#[cfg(feature = "cli")]
pub use annotations::{annotations, without_commands};
pub use baseline::{BaselineOptions, baseline};
pub use diff::{DiffTextOptions, diff_markdown, diff_terminal, trend_terminal};
#[cfg(feature = "cli")]
pub use event_lines::EventLines;
#[cfg(feature = "cli")]
pub use html::html;
pub use illformed_judge::shown::shown_input;
pub use illformed_judge::shown::{Style, escape_controls, wrapped};
pub use json::{diff_json, json, pretty_json, trend_json};
#[cfg(feature = "cli")]
pub use junit::junit;
#[cfg(feature = "cli")]
pub use markdown::{markdown, summary};
#[cfg(feature = "cli")]
pub use sarif::sarif;
#[cfg(feature = "cli")]
pub use shields::shields;
pub use terminal::{TerminalOptions, counted, terminal};
