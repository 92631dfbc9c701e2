//! Renders a record, one file a format. Each is a function from a [`RunRecord`](crate::record::RunRecord) to text.

mod acceptance;
mod baseline;
mod cell;
mod diff;
pub(crate) mod finding;
#[cfg(feature = "cli")]
mod html;
mod json;
mod kinds;
mod matrix;
mod replacement;
mod standing;
pub(crate) mod style;
mod terminal;

pub use baseline::{BaselineOptions, baseline};
pub use diff::{DiffTextOptions, diff_markdown, diff_terminal, trend_terminal};
#[cfg(feature = "cli")]
pub use html::html;
pub use json::{diff_json, json, trend_json};
pub use style::{Style, tame};
pub use terminal::{TerminalOptions, terminal};
