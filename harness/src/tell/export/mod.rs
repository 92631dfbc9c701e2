//! The suite in forms that need no code of ours. Pure: text and bytes come out, and nothing is written.

mod c_header;
mod lines;
mod raw;

pub use c_header::c_header;
pub use lines::{COMPLETE_LIST, complete_list, jsonl, kinds_jsonl};
pub use raw::{RawFile, raw};
