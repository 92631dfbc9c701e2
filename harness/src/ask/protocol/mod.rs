//! Protocol 1, its lines: `harness/adapters/CONTRACT.md` is the contract. Text in, text out; nothing here spawns.

mod answer;
mod hello;
mod line;
pub mod wire;

pub use answer::{ParsedAnswer, answered_request, parse_answer};
pub use hello::{AdapterLine, is_name, parse_adapter, parse_decoder};
#[cfg(feature = "cli")]
pub(crate) use line::may_be_object;
pub use line::{LineError, VERSION, hello_request, write_request};
