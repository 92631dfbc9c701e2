//! Renders comparisons of reports.

mod fold;
mod lines;
mod markdown;
mod terminal;

pub use markdown::diff_markdown;
pub use terminal::diff_terminal;
