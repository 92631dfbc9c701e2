//! What somebody needs who writes an adapter: a beginning, and a check of the contract.

mod shell;
mod template;

pub use shell::{command_line, shell_word};
pub use template::{TEMPLATES, Template};
