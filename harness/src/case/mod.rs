//! What is asked: vectors and the cases derived from them, selected into a plan.

mod applied;
mod cuts;
mod derive;
mod id;
mod plan;
mod recipe;
mod scalars;
mod surroundings;
mod tailored;

pub(crate) use applied::PROBE;
pub use cuts::Cuts;
pub use derive::{BLOCK_PROBE, Depth};
pub use id::{BadCaseId, CaseId};
pub use plan::{Case, Plan};
pub use recipe::Recipe;
pub use scalars::Scalars;
pub use surroundings::Surroundings;
pub use tailored::Tailored;
