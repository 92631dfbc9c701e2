//! What somebody needs who writes an adapter: a beginning, and a check of the contract.

mod breach;
mod canary;
mod check;
mod conversation;
mod doubt;
mod interview;
mod inventory;
mod probe;
mod rule;
mod shell;
mod template;
mod text;

pub use breach::{Again, Breach};
pub use canary::{CanaryDifference, canary_differences};
pub use check::{CheckReport, CheckedDecoder, check};
pub use inventory::{Drives, Shipped, State, inventory};
pub use rule::Rule;
pub use shell::{command_line, shell_word};
pub use template::{TEMPLATES, Template};
pub use text::{check_text, inventory_text};
