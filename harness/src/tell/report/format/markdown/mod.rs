//! Markdown as GitHub and GitLab show it: a report, and a summary of one step of a workflow.

mod code;
mod document;
mod findings;

pub(in crate::tell::report) use code::{entities, whole_code};
pub use document::{markdown, summary};
