//! `illformed promote`.

mod command;
mod promotions;

pub(crate) use command::{PromoteArguments, promote};
pub use command::{PromotionArguments, artifact_of};
pub use promotions::{Promotions, say};
