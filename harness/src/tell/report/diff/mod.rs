//! Renders comparisons of reports.

mod fold;
mod markdown;
mod terminal;
mod trend;

pub use markdown::diff_markdown;
pub use terminal::diff_terminal;
pub use trend::trend_terminal;
