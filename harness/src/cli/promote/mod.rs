//! `illformed promote`.

mod arguments;
mod command;
mod promotions;
mod suspects;

pub(crate) use arguments::PromoteArguments;
pub use arguments::PromotionArguments;
pub(crate) use command::promote;
pub use promotions::{Promotions, say};
pub use suspects::artifact_of;
