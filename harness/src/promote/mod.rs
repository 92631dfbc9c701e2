//! From an input on which something failed to a named vector and a seed of the corpus.
//!
//! ```text
//! artifact -> fails? (property or decoder) -> smallest that fails so -> what decoders are fed -> plan
//! ```
//!
//! A plan is all that would be written, worked out and checked; whoever made it writes it.

mod check;
mod failure;
mod finding;
mod meaning;
mod plan;
mod property_decoder;
mod property_search;
mod record;
mod refusal;
mod text;
mod wording;

pub use finding::{Finding, Provenance, structured};
pub use plan::{GROUP, NewVector, Outcome, Plan, Promotion, Seed, promoted_before};
pub use property_decoder::property_decoders;
pub use property_search::{NotFailing, PropertySearch};
pub use record::{PromotionOutcome, PromotionRecord};
pub use refusal::Refusal;
pub use text::promotion_text;
pub use wording::Wording;
