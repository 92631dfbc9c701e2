//! The suite in forms that need no code of ours. Pure: text and bytes come out, nobody writes them.

mod c_header;
mod complete;
mod jsonl;
mod raw;

pub use c_header::c_header;
pub use complete::{COMPLETE_LIST, complete_list};
pub use jsonl::{jsonl, kinds_jsonl};
pub use raw::{RAW_INDEX, RawFile, is_raw_index, raw};
