//! What is asked: vectors and the cases derived from them, selected into a plan.

mod applied;
mod beside;
mod chunked;
mod cuts;
mod derive;
mod fields;
mod fitted_input;
mod id;
mod long;
mod plan;
mod probes;
mod recipe;
mod repeats;
mod scalars;
mod snippet;
mod surrogates;
mod surroundings;
mod together;
mod uses;

pub(crate) use applied::PROBE;
pub use beside::Beside;
pub use chunked::Chunked;
pub use cuts::Cuts;
pub use derive::{BLOCK_PROBE, Depth};
pub use fitted_input::FittedInput;
pub use id::CaseId;
pub use plan::{Case, Plan};
pub use recipe::Recipe;
pub use repeats::Repeats;
pub use scalars::Scalars;
pub use snippet::Snippet;
pub use surrogates::Surrogates;
pub use surroundings::Surroundings;
pub use uses::Uses;
