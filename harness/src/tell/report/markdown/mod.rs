//! Markdown as GitHub and GitLab show it: a report, and a summary of one step of a workflow.

mod code;
mod document;
mod findings;
mod incidents;
mod matrix;
mod summary;
mod sums;

pub use document::markdown;
pub use summary::summary;
