//! What is asked: vectors and the cases derived from them, selected into a plan.

mod id;
mod plan;
mod recipe;
mod tailored;

pub use id::{BadCaseId, CaseId};
pub use plan::{Case, Plan};
pub use recipe::Recipe;
pub use tailored::Tailored;
