//! What is asked: vectors and the cases derived from them, selected into a plan.

mod apply;
mod behind_resets;
mod cuts;
mod derive;
mod fitted_input;
mod id;
mod long;
mod plan;
mod probes;
mod recipe;
mod snippet;
mod spelling;
mod together;

pub(crate) use cuts::Cuts;
pub(crate) use derive::BLOCK_PROBE;
#[doc(hidden)]
pub use derive::Depth;
pub use fitted_input::FittedInput;
pub use id::CaseId;
pub use plan::{Case, Plan};
#[doc(hidden)]
pub use recipe::Recipe;
pub(crate) use snippet::Snippet;
