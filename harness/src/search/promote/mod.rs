//! From an input on which something failed to a named vector and a seed of the corpus.
//!
//! ```text
//! artifact -> fails? (property or decoder) -> smallest that fails so -> what decoders are fed -> plan
//! ```
//!
//! A plan is all that would be written, worked out and checked; a shelf writes it.

mod digest;
mod finding;
mod flag;
mod loose_input;
mod plan;
mod promoter;
mod record;
mod shelf;
mod tried;
mod wording;

pub use digest::{digest, digest_fault, digests, sealed, sha256};
pub use finding::{Finding, provenance};
pub use flag::{DEMANDED_FLAGS, FlagRule, demanded_flags, worked_out};
pub use loose_input::{LooseForm, LooseInput};
pub use plan::{GROUP, MoreLint, NewVector, Outcome, Plan, Promotion, Seed, promoted_before};
pub use promoter::{Promoter, Searched};
pub use record::{PromotionOutcome, PromotionRecord, exit_code, promotion_text};
pub use shelf::{Shelf, ShelfError, folder};
pub use tried::of_search;
pub use wording::Wording;
