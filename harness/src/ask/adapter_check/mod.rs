//! For authors of adapters: starter adapters, and a check of the contract.

mod breach;
mod canary;
mod check;
mod interview;
mod inventory;
mod mistake;
mod probe;
mod template;
mod text;

pub use crate::ask::adapter::process::Rule;
pub use breach::{Again, Breach};
pub use canary::{CanaryDifference, canary_differences};
pub use check::{CheckReport, CheckedDecoder, check};
pub use interview::Stop;
pub use inventory::{Shipped, inventory};
pub use mistake::Mistake;
pub use template::{TEMPLATES, Template, command_line};
pub use text::{check_text, inventory_text};
