//! `illformed promote`.

mod arguments;
mod command;
mod promotions;
mod suspects;

pub(crate) use arguments::PromoteArguments;
pub use arguments::{PromoteFormat, PromotionArguments};
pub(crate) use command::promote;
pub use promotions::artifact_of;
