//! Renders comparisons of reports.

mod fold;
mod markdown;
mod terminal;
mod trend;

pub use markdown::diff_markdown;
pub use terminal::{DiffTextOptions, diff_terminal};
pub use trend::trend_terminal;
