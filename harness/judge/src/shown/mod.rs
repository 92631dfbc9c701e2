//! Failures and texts of adapters as a person reads them.

mod answer_words;
mod difference;
mod excerpt;
mod failing;
mod input;
mod obeyed;
mod quotation;
mod style;
mod thousands;

pub(crate) use answer_words::{answer_words, expected_answer};
pub use answer_words::{brief_answer, given_answer};
pub use difference::{FailureWords, Surroundings};
pub use failing::{Failing, WIDTH, again_line, failing, line, quoted};
pub use input::{repeats, shown_bytes, shown_calls, shown_input};
pub use obeyed::is_obeyed;
pub use quotation::{WROTE, quoted as quoted_output};
pub use style::{Style, escape_controls, fit, reason, wrapped};
pub use thousands::thousands;
