//! Any program as a decoder, with a process for each case: bytes on its standard input, its exit code is the answer.

mod command_adapter;
mod form;
mod probe;

pub use command_adapter::{CommandAdapter, CommandClaim};
pub use form::OutputForm;
pub(crate) use form::in_form_of;
