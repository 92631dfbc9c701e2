//! From an input on which something failed to a named vector and a seed of the corpus.
//!
//! ```text
//! artifact -> fails? (property or decoder) -> smallest that fails so -> what decoders are fed -> plan
//! ```
//!
//! A plan is all that would be written, worked out and checked; a shelf writes it.

mod check;
mod digest;
mod finding;
mod flag;
mod loose_input;
mod plan;
mod promoter;
mod record;
mod refusal;
mod shelf;
mod shelf_error;
mod text;
mod tried;
mod wording;
mod worked_out;

pub use digest::{digest, digest_of_kind, digests, sealed, sealed_kind};
pub use finding::{Finding, Provenance};
pub use flag::{FLAGS, FREE_FLAGS, FlagRule, demanded_flags};
pub use loose_input::{LooseForm, LooseInput};
pub use plan::{GROUP, MoreLint, NewVector, Outcome, Plan, Promotion, Seed, promoted_before};
pub use promoter::{Promoter, Searched};
pub use record::{PromotionOutcome, PromotionRecord, exit_code};
pub use refusal::Refusal;
pub use shelf::{Shelf, folder};
pub use shelf_error::ShelfError;
pub use text::promotion_text;
pub use tried::of_search;
pub use wording::Wording;
pub use worked_out::worked_out;
